"""Somebody's own papers → draft questions → a reviewer's decisions → gold files."""
