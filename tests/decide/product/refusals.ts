// Which cells are refused before the first call, by the file or by the plan.
import type { TestContext } from 'node:test';
import { allowUnderpowered, checkRun } from '#run/plan/plan-run.js';
import { loadDataset, oneCase } from '../../library/case-data/load-dataset.js';
import { promptWith } from '../../support/prompt.js';
import { type Cell, modeOf } from './cells.js';
import { criteria } from './kinds.js';
import { exampleOf } from './simulate.js';

/** Returns a function that says why a cell is refused, or null. */
export function refusals(t: TestContext): (cell: Cell) => string | null {
  const known = new Map<string, string | null>();
  return (cell) => {
    const text = evalText(cell);
    if (!known.has(text)) known.set(text, ofFile(t, text));
    return known.get(text) ?? ofPlan(cell);
  };
}

/** Writes what a cell says outside of its criterion: these settings can contradict each other. */
function evalText({ kind, claim, draws, cluster, mode, whole }: Cell): string {
  const { stop_early, sequential } = modeOf({ mode });
  const ofCluster = cluster === 'no cluster' ? '' : ', cluster: customer';
  const label = '{ field: label }';
  const expected =
    kind.grader.grader === 'class'
      ? `then: [{ class: { expected: ${label} }, criteria: { recall_gte: { class: refund, proportion: 0.5 } } }]`
      : `assert: [{ equals: ${label} }]\ncriteria: { proportion_gte: { proportion: 0.5 } }`;
  return oneCase(
    [
      `dataset: { file: data/tickets.csv, inputs: { ticket: body }, claim: ${claim}, draws: ${draws}${ofCluster} }`,
      `stop_early: ${stop_early}`,
      `sequential: ${sequential}`,
      ...(whole ? [] : ['sample_size: 5']),
      expected,
    ].join('\n'),
  );
}

function ofFile(t: TestContext, text: string): string | null {
  const refused = loadDataset(t, text).problems.find((problem) => !problem.includes(' warning '));
  return refused?.split(' ')[1] ?? null;
}

function ofPlan(cell: Cell): string | null {
  const { problems } = checkRun({
    prompt: promptWith(),
    cases: [exampleOf(cell)],
    config: { concurrency: 4, providers: {}, prices: {}, budget: {}, cache: false, promotion: {} },
    models: null,
    programs: [],
    manner: allowUnderpowered,
    criteria,
  });
  const refusal = problems.find(({ severity }) => severity === 'error');
  return refusal ? `${refusal.code}:${refusal.variant ?? ''}` : null;
}
