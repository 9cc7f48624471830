"""Papers that give orders → what the assistant makes of them."""
