"""`IngestReport` → the lines that the terminal shows: what happened to which record, a table of the files, a last line of totals."""

from __future__ import annotations

from pathlib import Path

from assistant.ingestion import rejected_lines
from assistant.types import IngestReport, Source

_MOST_NAMED = 20


def details(report: IngestReport) -> list[str]:
    """Notes, every rejected and every left-out record, and the papers that changed, were renamed or went."""
    lines = list(report.notes)
    lines += [f"rejected: {line}" for line in rejected_lines(report.rejected)]
    lines += [f"duplicate: {_at(d.left_out)} is {_at(d.kept)} ({d.why}); the latter is kept." for d in report.duplicates]
    changed = [f"changed: {change.after.label} ({_at(change.after.source)})" for change in report.changed]
    renamed = [f"renamed: {_at(c.before.source)} “{c.before.label}” is now {_at(c.after.source)} “{c.after.label}”" for c in report.renamed]
    removed = [f"removed: {paper.label} ({_at(paper.source)})" for paper in report.gone]
    for named in (changed, renamed, removed):
        lines += named[:_MOST_NAMED] + ([f"… and {len(named) - _MOST_NAMED} more"] if len(named) > _MOST_NAMED else [])
    return lines


def summary(report: IngestReport) -> list[str]:
    """The table of files, where it says more than the totals, and the totals."""
    lines = []
    if len(report.files) > 1 or report.rejected or report.duplicates or report.dry_run:
        lines.append(f"{'papers':>7} {'rejected':>8} {'duplicates':>10}  file")
        lines += [f"{f.papers:>7} {f.rejected:>8} {f.duplicates:>10}  {_short(f.file)}" for f in report.files]
    more = {
        "changed": len(report.changed), "renamed": len(report.renamed), "updated": report.updated, "duplicates": len(report.duplicates),
        "rejected": len(report.rejected),
    }  # fmt: skip
    counts = [f"{report.added} added", f"{report.removed} removed", f"{report.unchanged} unchanged"]
    counts += [f"{count} {name}" for name, count in more.items() if count]
    if report.dry_run:
        lines.append(
            f"{report.total} papers would be indexed: {', '.join(counts)}; {report.embeddings} passages to encode. Nothing was written."
        )
    else:
        lines.append(f"{report.total} papers indexed: {', '.join(counts)} ({report.generation})")
    return lines


def _at(source: Source) -> str:
    return f"{source.file} #{source.n}"


def _short(path: str) -> str:
    """The file's name with its folder's, which tells equal names apart."""
    return "/".join(Path(path).parts[-2:])
