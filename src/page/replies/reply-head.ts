import { uniqueBy } from '#model/data/collections.js';
import type { RunLine } from '#view/runs/runs-view.js';
import { type CaseView, type NamedText, type TrialCounts, text, type View } from '#view/view.js';
import { partKey, type ReplyCase, type ReplyCheck, type ReplyHead, type ReplySlices } from './reply-row.js';

/** A run whose replies a page lists. */
export interface ListedRun {
  readonly line: Pick<RunLine, 'key' | 'id' | 'variant'>;
  readonly view: Pick<View, 'cases'>;
}

/** Returns what the rows of these runs share: their runs and cases, and the choices of the filters. */
export function replyHead(runs: readonly ListedRun[]): ReplyHead {
  const views = runs.flatMap(({ view }, run) => view.cases.map((one) => ({ one, run })));
  return {
    runs: runs.map(({ line: { key, id, variant } }) => ({ key, id, variant })),
    cases: views.map(({ one, run }) => replyCase(one, run)),
    checks: views.flatMap(({ one }, index) => checksOf(one, index)),
    slices: slicesOf(views.map(({ one }) => one)),
    counts: countsOf(views.map(({ one }) => one.trials)),
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

function countsOf(trials: readonly TrialCounts[]): ReplyHead['counts'] {
  const sum = (number: (counts: TrialCounts) => number) => trials.reduce((total, one) => total + number(one), 0);
  return {
    passed: sum(({ total, failed, ungraded }) => total - failed - ungraded),
    failed: sum(({ failed }) => failed),
    ungraded: sum(({ ungraded }) => ungraded),
    missing: sum(({ missing }) => missing),
  };
}

function checksOf({ misses }: CaseView, index: number): readonly ReplyCheck[] {
  return misses.map((miss) => ({ case: index, part: partKey(miss), about: miss.about }));
}

function slicesOf(cases: readonly CaseView[]): readonly ReplySlices[] {
  const fields = cases.flatMap(({ dataset }) => dataset?.slices ?? []);
  return uniqueBy(fields, ({ field }) => field.raw).map(({ field }) => {
    const rows = fields.filter((other) => other.field.raw === field.raw).flatMap((other) => other.rows);
    return { field, values: uniqueBy(rows, ({ value }) => value.raw).map(({ value }) => value) };
  });
}
