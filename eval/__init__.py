"""Gold questions + an assistant → runs, scores, comparisons and a gate; uses `assistant` only through its public API."""
