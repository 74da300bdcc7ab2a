import { groupBy, uniqueBy } from '#model/data/collections.js';
import type { RunLine } from '#report/view/runs-view.js';
import { type CaseView, type NamedText, type TrialCounts, text, type View } from '#report/view/view.js';
import { partKey, type ReplyCase, type ReplyCheck, type ReplyHead, type ReplySlices } from './reply-row.js';

export interface RunOfReplies {
  readonly line: Pick<RunLine, 'key' | 'id' | 'variant'>;
  readonly view: Pick<View, 'cases'>;
}

const noReplies: ReplyHead = {
  runs: [],
  cases: [],
  checks: [],
  slices: [],
  counts: { passed: 0, failed: 0, ungraded: 0, missing: 0 },
};

/** Returns what the rows of these runs share: their runs and cases, and the choices of the filters. Reads one run after another. */
export function replyHead(runs: Iterable<RunOfReplies>): ReplyHead {
  let head = noReplies;
  for (const run of runs) head = withRun(head, run);
  return head;
}

function withRun({ runs, cases, checks, slices, counts }: ReplyHead, { line, view }: RunOfReplies): ReplyHead {
  const { key, id, variant } = line;
  return {
    runs: [...runs, { key, id, variant }],
    cases: [...cases, ...view.cases.map((one) => replyCase(one, runs.length))],
    checks: [...checks, ...view.cases.flatMap((one, index) => checksOf(one, cases.length + index))],
    slices: joinedSlices([...slices, ...view.cases.flatMap(slicesOf)]),
    counts: view.cases.reduce((sum, { trials }) => plus(sum, trials), counts),
  };
}

function replyCase(view: CaseView, run: number): ReplyCase {
  const { key, name, kind } = view;
  return { run, key, name, kind, inputs: sharedInputs(view) };
}

/** Returns the inputs of all trials; for a prompt without any its message, which is the same for all trials. */
function sharedInputs({ inputs, kind, dataset, groups }: CaseView): readonly NamedText[] {
  const [turn] = groups[0]?.example.turns ?? [];
  const isShared = kind === 'prompt' && dataset === null && groups[0]?.example.item === null;
  if (inputs.length > 0 || !isShared || !turn) return inputs;
  return [{ name: text('message'), value: turn.message }];
}

function plus(counts: ReplyHead['counts'], { total, failed, ungraded, missing }: TrialCounts): ReplyHead['counts'] {
  return {
    passed: counts.passed + total - failed - ungraded,
    failed: counts.failed + failed,
    ungraded: counts.ungraded + ungraded,
    missing: counts.missing + missing,
  };
}

function checksOf({ misses }: CaseView, index: number): readonly ReplyCheck[] {
  return misses.map((miss) => ({ case: index, part: partKey(miss), about: miss.about }));
}

function slicesOf({ dataset }: CaseView): readonly ReplySlices[] {
  return (dataset?.slices ?? []).map(({ field, rows }) => ({ field, values: rows.map(({ value }) => value) }));
}

function joinedSlices(slices: readonly ReplySlices[]): readonly ReplySlices[] {
  return [...groupBy(slices, ({ field }) => field.raw)].flatMap(([name, own]) => {
    const values = uniqueBy(
      own.flatMap((one) => one.values),
      ({ raw }) => raw,
    );
    return { field: text(name), values };
  });
}
