"""Generations of an index on disk: papers and passages as JSON lines, vectors in Chroma, a manifest and a writer's lock."""
