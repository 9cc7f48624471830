"""Public benchmarks → how the retrieval and the citation checker do beside published numbers."""
