"""Questions + answers → values by metric, question and slice."""
