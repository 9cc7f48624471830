"""Scripted dialogues → whether each follow-up was taken to mean what its author meant."""
