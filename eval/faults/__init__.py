"""True statements and the same with a fault → what the citation checker lets pass."""
