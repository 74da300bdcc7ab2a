import { promiseOf, shown } from './figures.js';
import { table } from './in-docs.js';

/** All figures of a run as they stand in docs/internals/benchmarks.md. */
export function resultsSection({ date, eva, node, cores, cpu, parts }) {
  const made = `eva ${eva}, node ${node}, ${cores} cores (${cpu}), ${date}.`;
  return [made, ...parts.map(partTable)].join('\n\n');
}

function partTable({ name, figures, load_before }) {
  const rows = figures.map((figure) => [figure.what, shown(figure), promiseOf(figure)]);
  return `### ${name}\n\nLoad of the machine before: ${load_before}.\n\n${table(['figure', 'median', 'promised'], rows)}`;
}
