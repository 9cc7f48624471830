"""Questions + assistant → a run folder."""
