import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { CompareFacts } from '#model/pairs/compare-rule.js';
import type { RunEvent } from '#model/run/notice.js';
import { defaultRunSettings } from '#model/run/run.js';
import type { AskedComparison } from '#run/compare/planned-comparison.js';
import { type ComparisonOutcome, startComparison } from '#run/compare/start-comparison.js';
import { planRuns } from '#run/session/plan-runs.js';
import type { PlannedRun, RunOptions } from '#run/session/run-options.js';
import type { FakeServer, SeenRequest } from '../../support/fake-http.js';
import { type FakeMessagesOptions, startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { sentinelKey } from '../../support/secrets.js';
import { type Files, goodPrompt, tempLibrary } from '../../support/temp-library.js';

/** The models of the two sides. */
export const models = { a: 'claude-opus-4-6', b: 'claude-opus-4-7' } as const;

const command = 'eva compare diff --model claude-opus-4-6 --model claude-opus-4-7';

const question = { margin: 0.2, alpha: 0.05 };

export interface TwoModels {
  readonly root: string;
  readonly server: FakeServer;
  readonly env: Readonly<Record<string, string>>;
}

/** Returns the number of an item, and the side that was asked for it. */
export function askedFor({ model, messages }: SeenRequest['body']): {
  readonly item: number;
  readonly side: 'a' | 'b';
} {
  const [, item = ''] = /item (\d+)/.exec(JSON.stringify(messages)) ?? [];
  return { item: Number(item), side: model === models.a ? 'a' : 'b' };
}

/** Returns the files of a prompt with a data set of `items` items, of which the right answer is the number of the item. */
export function itemFiles(items: number): Files {
  const rows = Array.from({ length: items }, (_, item) => `${item},item ${item},${item}`);
  return {
    ...goodPrompt(),
    'prompts/diff/eval.yml': `defaults:
  model: ${models.b}
cases:
  - name: items
    dataset: { file: items.csv, id: id, inputs: { code: text } }
    assert:
      - equals: { field: label }
    criteria:
      - proportion_gte: { proportion: 0.5 }
`,
    'prompts/diff/items.csv': `id,text,label\n${rows.join('\n')}\n`,
  };
}

/** Opens a library of which both models answer each item with its number, unless `wrong` says so. */
export async function twoModels(
  t: TestContext,
  items: number,
  {
    wrong = () => false,
    faults = [],
  }: { readonly wrong?: (asked: ReturnType<typeof askedFor>) => boolean } & Pick<FakeMessagesOptions, 'faults'> = {},
): Promise<TwoModels> {
  const answer = (body: SeenRequest['body']) => (wrong(askedFor(body)) ? 'wrong' : String(askedFor(body).item));
  const server = await startFakeMessagesApi({ answer, faults });
  t.after(() => server.close());
  const root = tempLibrary(t, itemFiles(items));
  return { root, server, env: { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: server.url } };
}

/** Plans to compare the models as two sides of the working tree, of which B counts as its files. */
export function planTwoModels(
  { root, env }: Omit<TwoModels, 'server'>,
  part: Partial<RunOptions> = {},
): AskedComparison {
  const options: RunOptions = {
    root,
    env,
    user: { dataDir: join(root, '..', 'nobody'), uid: undefined },
    trust: true,
    manner: defaultRunSettings,
    ...part,
  };
  const [a, b] = planRuns(['diff'], { ...options, models: [models.a, models.b] });
  if (!a || !b) throw new Error('two models make two runs');
  const comparison = '20261123T000000Z-abcdef';
  const sideOf = (run: PlannedRun, side: 'a' | 'b') => {
    const name = {
      label: models[side],
      kind: side === 'a' ? 'model' : 'tree',
      id: 'diff',
      model: models[side],
    } as const;
    const of = { comparison, side, against: models.a, command } as const;
    const compare: CompareFacts = { ...name, ...question, ...of, from_run: null };
    return { name, run: { ...run, open: { ...run.open, plan: { ...run.open.plan, compare } } }, kept: null };
  };
  return {
    way: 'asked',
    id: 'diff',
    command,
    question,
    against: models.a,
    only: null,
    partial: false,
    warnings: [],
    close: () => undefined,
    comparison,
    same: false,
    seeksBetter: false,
    isOfFiles: true,
    a: sideOf(a, 'a'),
    b: sideOf(b, 'b'),
  };
}

/** Runs a comparison to its end; `onEvent` may stop it. */
export async function compared(
  planned: AskedComparison,
  onEvent: (event: RunEvent, stop: () => void, abort: () => void) => void = () => undefined,
): Promise<ComparisonOutcome> {
  const [stop, abort] = [new AbortController(), new AbortController()];
  const listen = (event: RunEvent) =>
    onEvent(
      event,
      () => stop.abort(new Error('stopped')),
      () => abort.abort(new Error('aborted')),
    );
  return startComparison(planned, { stop: stop.signal, signal: abort.signal, onEvent: listen }).outcome;
}

/** Returns the comparison of an outcome. Throws its error. */
export function comparisonIn(outcome: ComparisonOutcome) {
  if (outcome.ended === 'with_comparison') return outcome;
  if (outcome.ended === 'with_error') throw outcome.error;
  throw new Error('the comparison was interrupted');
}
