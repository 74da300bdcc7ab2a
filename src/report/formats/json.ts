import { answerText, type ReplyPair } from '../view/changed-pairs.js';
import { missed } from '../view/reply-groups.js';
import type { Reply } from '../view/view.js';
import { jsonText, withDatasets } from './json-result.js';
import type { CompareReport, ReportedRun, Reporter, RunsReport } from './report.js';

/** The levels of a result that are written in pieces: its cases, the trials of each, and so on. */
const levels = 5;

/**
 * The reporter for JSON. A file has the view and the result of a run; of several runs the view of all, and these two of each. Standard output
 * has the keys of the result with `view` beside them, and a list of such objects for several runs. A comparison is reported as a run is.
 */
export const json: Reporter = {
  pieces: async function* (report, { is_stdout }) {
    if (report.kind === 'compare') yield* jsonPieces(await documentOfComparison(report, is_stdout), levels);
    else yield* jsonPieces(is_stdout ? documentOfOutput(report) : documentOfFile(report), levels);
    yield '\n';
  },
};

async function documentOfComparison(report: CompareReport, isOutput: boolean): Promise<object> {
  const comparison = await comparisonDocument(report);
  return isOutput ? { ...comparison, view: report.view } : { view: report.view, comparison };
}

function documentOfFile(report: RunsReport): unknown {
  return report.arrangement === 'run'
    ? (first(documents(report, fileDocument)) ?? { view: report.view, result: null })
    : { view: report.view, runs: documents(report, fileDocument) };
}

/** Returns what programs read from standard output: the results of all runs, with their views. */
function documentOfOutput(report: RunsReport): unknown {
  const { arrangement, group, view } = report;
  if (arrangement === 'list') return results(report);
  return arrangement === 'group' ? { group, runs: results(report), view } : (first(results(report)) ?? null);
}

/** Yields the result of each run; of one without, that it did not pass. */
function* results({ view: all, runs }: RunsReport): Generator<object> {
  const stored = runs()[Symbol.iterator]();
  let next = stored.next();
  for (const { key, id, run_id } of all.runs) {
    const run = !next.done && next.value.line.key === key ? next.value : null;
    if (run) next = stored.next();
    const view = run?.view ?? (all.runs.length === 1 ? all : null);
    const facts = { run_id: run_id?.raw ?? null, id: id.raw, state: 'unfinished', all_passed: false, cases: [] };
    yield { ...(run?.result ? withDatasets(run.result, run.plan) : facts), view };
  }
}

function* documents(report: RunsReport, of: (run: ReportedRun) => object): Generator<object> {
  for (const run of report.runs()) yield of(run);
}

function first(runs: Generator<object>): object | undefined {
  const { value, done } = runs.next();
  return done ? undefined : value;
}

function fileDocument({ view, plan, result }: ReportedRun): object {
  return { view, result: result && withDatasets(result, plan) };
}

/**
 * Yields a value as indented JSON in pieces, so that the whole never is in memory: `levels` levels of lists and objects are taken apart. A
 * generator in place of a list is read while it is written. Writes invisible characters as `\u` escapes.
 */
export function* jsonPieces(value: unknown, levels: number, indent = ''): Generator<string> {
  const inner = `${indent}  `;
  if (isGenerator(value) || (levels > 0 && Array.isArray(value) && value.length > 0)) {
    let before = '[\n';
    for (const item of value) {
      yield `${before}${inner}`;
      yield* jsonPieces(item ?? null, levels - 1, inner);
      before = ',\n';
    }
    yield before === '[\n' ? '[]' : `\n${indent}]`;
  } else if (levels > 0 && isPlainObject(value)) {
    let before = '{\n';
    for (const [key, own] of Object.entries(value)) {
      if (own === undefined) continue;
      yield `${before}${inner}${jsonText(key)}: `;
      yield* jsonPieces(own, levels - 1, inner);
      before = ',\n';
    }
    yield before === '{\n' ? '{}' : `\n${indent}}`;
  } else {
    yield jsonText(value).replaceAll('\n', `\n${indent}`);
  }
}

function isGenerator(value: unknown): value is Generator<unknown> {
  return typeof value === 'object' && value !== null && 'next' in value && Symbol.iterator in value;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function comparisonDocument({ comparison, told }: CompareReport): Promise<object> {
  const { missing } = told.context;
  const items: object[] = [];
  for await (const pair of told.items?.read() ?? []) items.push(itemDocument(pair));
  const why = missing && { missing_reasons: missing.reasons, resume: missing.next.command };
  return { ...comparison, ...why, ...(told.items && { items }) };
}

function itemDocument({ case: name, inputs, change, a, b }: ReplyPair): object {
  const item = b.item ?? a.item;
  return {
    case: name.raw,
    trial: b.trial,
    ...(item && { item: item.id.raw, draw: item.draw }),
    change,
    inputs: Object.fromEntries(inputs.map((input) => [input.name.raw, input.value.raw])),
    a: answerDocument(a),
    b: answerDocument(b),
  };
}

function answerDocument(reply: Reply): object {
  const findings = missed(reply).map(({ kind, mark, about, reason }) => ({
    ...{ kind, mark, about: about.raw, reason: reason.raw },
  }));
  return { outcome: reply.outcome, answer: reply.is_cut ? null : answerText(reply), findings };
}
