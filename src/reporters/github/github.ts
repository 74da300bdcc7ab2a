import { documentBlocks } from '../markdown/document.js';
import { LimitedDocument } from '../markdown/limited.js';
import type { Reporter } from '../report.js';
import { commandText } from './command.js';
import { pairAnnotations } from './pair-annotations.js';
import { runAnnotations } from './run-annotations.js';

/** The maximum size of a summary, in bytes. GitHub drops one above 1 MiB. */
const mostSummary = 900_000;

/** Annotations of files for GitHub, and the summary of its job. */
export const github: Reporter = {
  *pieces(report, surroundings) {
    const all = report.kind === 'compare' ? pairAnnotations(report.comparison) : runAnnotations(report, surroundings);
    for (const annotation of all) yield commandText(annotation);
  },
  async *summary(report, { summary_bytes = 0 }) {
    const document = new LimitedDocument(Math.max(0, mostSummary - summary_bytes));
    for await (const one of documentBlocks(report)) document.add(one);
    yield* document.pieces();
  },
};
