import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { EvaError } from '#model/problem.js';
import type { MutantEnd, MutantFacts, MutantResult, MutationReport } from '#model/run/mutation.js';
import type { Notify } from '#model/run/notice.js';
import { version } from '#model/version.js';
import { routeTo } from '#provider/model-name.js';
import { BudgetLedger, nothingSpent, openBudget } from '#run/collect/budget.js';
import { firstModel } from '#run/collect/follow-case.js';
import { type Meter, meter } from '#run/collect/meter.js';
import type { Seat } from '#run/collect/pool.js';
import type { OpenPrompt } from '#run/prompt/open-prompt.js';
import { budgetPrices, decideLiveness, routesOf } from '#run/replies/liveness.js';
import { askWith, countCalls, noPlaces } from '#run/replies/reply-places.js';
import { type RunDeps, run } from '#run/run.js';
import { type Ends, endsWithin, type StopSignals } from '#run/session/ends.js';
import { commonDeps } from '#run/session/run-deps.js';
import { openPool } from '#run/session/run-pool.js';
import { openCache } from '#store/replies/cache.js';
import { changedBody, type Mutant, mutationScore } from './mutants-of.js';
import type { PlannedMutation } from './plan-mutation.js';

/** The signals that stop a mutation run, and its event listeners. */
interface MutationControl extends StopSignals {
  readonly onEvent: Notify;
  readonly onMutant: (result: MutantResult) => void;
}

/** How a mutation run ended. `replies` is the number of replies that are kept. */
type MutationOutcome =
  | { readonly ended: 'with_report'; readonly report: MutationReport }
  | { readonly ended: 'interrupted'; readonly replies: number; readonly done: number }
  | { readonly ended: 'with_error'; readonly error: unknown; readonly replies: number };

/**
 * Runs the mutants of a plan concurrently, each until a case does not pass. Keeps every reply by its key in `.eva/mutations`, so that no later
 * command asks for it again, whatever else has changed. Writes no row and no attempt. Never rejects.
 */
export async function startMutation(planned: PlannedMutation, control: MutationControl): Promise<MutationOutcome> {
  const { mutants, equivalent, open, options } = planned;
  const ends = endsWithin(control);
  const [ts, start] = [new Date().toISOString(), performance.now()];
  const results = new Map<MutantFacts, MutantResult>();
  let [done, replies] = [0, () => 0];
  try {
    const { env } = options;
    const liveness = decideLiveness(routesOf(open.plan.cases, open.config), false, { env, open }, false);
    const { lanes, pool } = openPool([{ open, options: { env } }], control.onEvent, fewAhead(mutants.length));
    const { deps, metered } = depsOf(planned, { ends, liveness, lanes }, control.onEvent);
    replies = metered.size;
    for (const { mutant, because } of equivalent)
      results.set(mutant, { ...factsOf(mutant), result: 'equivalent', because });
    const failures: unknown[] = [];
    const end = async (mutant: Mutant, seat: Seat) => {
      const result = { ...factsOf(mutant), ...(await endOfMutant(open, mutant, { ...deps, seat })) };
      results.set(mutant, result);
      done += 1;
      control.onMutant(result);
    };
    const [testCase] = open.plan.cases;
    const openings = mutants.map((mutant, rank) => ({
      rank,
      provider: testCase ? deps.route(firstModel(testCase)).provider : '',
      isBatched: false,
      begin: (seat: Seat) =>
        end(mutant, seat).catch((error) => {
          failures.push(error);
          ends.abort();
        }),
    }));
    await pool.run(openings, ends.stop).finally(() => deps.modules?.close());
    if (failures.length > 0) throw failures[0];
    if (control.stop.aborted) return { ended: 'interrupted', replies: replies(), done };
    const duration_s = Math.round(performance.now() - start) / 1000;
    const report = reportOf(planned, inOrder(planned, results), { ts, duration_s, ...metered.totals() });
    return { ended: 'with_report', report };
  } catch (error) {
    if (control.stop.aborted) return { ended: 'interrupted', replies: replies(), done };
    return { ended: 'with_error', error, replies: replies() };
  }
}

/** Most mutants end with their first trial, so more are asked at the same time only for places that no other mutant can use. */
function fewAhead(mutants: number): (places: number) => number {
  return (places) => Math.max(1, Math.floor(places / mutants));
}

function factsOf({ id, kind, at, change }: MutantFacts): MutantFacts {
  return { id, kind, at, change };
}

/** Returns the results in the order of the body, the equivalent mutants among the others. */
function inOrder({ mutants, equivalent }: PlannedMutation, results: ReadonlyMap<MutantFacts, MutantResult>) {
  const all = [...mutants, ...equivalent.map(({ mutant }) => mutant)];
  const place = ({ candidate: { at } }: (typeof all)[number]) => [at.text, at.start] as const;
  return all
    .sort((a, b) => place(a)[0] - place(b)[0] || place(a)[1] - place(b)[1])
    .flatMap((mutant) => results.get(mutant) ?? []);
}

function reportOf(
  { plan }: PlannedMutation,
  mutants: readonly MutantResult[],
  totals: ReturnType<Meter['totals']> & { readonly ts: string; readonly duration_s: number },
): MutationReport {
  const { id, base, kinds, sample, cases, left_out_cases, beyond_limit } = plan;
  const { ts, duration_s, replies, usage, cost_usd, built_in_prices } = totals;
  const isOpen = mutants.some(({ result }) => result === 'unknown');
  return {
    ...{ schema: 'eva-mutation/1', id, ts, eva_version: version, state: isOpen ? 'unfinished' : 'finished' },
    ...{ base, kinds, sample, cases, left_out_cases, beyond_limit, score: mutationScore(mutants, sample), mutants },
    ...{ replies, usage, cost_usd },
    ...(built_in_prices !== undefined && { built_in_prices }),
    duration_s,
  };
}

/** Makes the dependencies that the runs of all mutants share: their calls have one store of replies and one budget. */
function depsOf(
  { open, options: { env } }: PlannedMutation,
  {
    lanes,
    ...world
  }: Pick<ReturnType<typeof openPool>, 'lanes'> & {
    readonly ends: Ends;
    readonly liveness: ReturnType<typeof decideLiveness>;
  },
  notify: Notify,
): { readonly deps: Omit<RunDeps, 'seat'>; readonly metered: Meter } {
  const { config, plan, programs, root } = open;
  const { prices, raised } = budgetPrices(open, env);
  const ledger = new BudgetLedger(config.budget);
  ledger.addRaised(raised);
  const admission = openBudget(config.budget, prices, nothingSpent, ledger);
  const kept = openCache(root, (text) => notify({ event: 'cache_entry_ignored', text }), 'mutations');
  const calls = countCalls((ways) => askWith(noPlaces, kept, { open, env, ...world }, { lanes, admission, ...ways }));
  const clock = {
    now: () => new Date(),
    elapsed: () => performance.now() / 1000,
    random: (bytes: number) => randomBytes(bytes).toString('hex'),
  };
  const dir = join(root, 'prompts', open.cases_id);
  const common = commonDeps({ config, cases: plan.cases, programs, root, dir, env, clock }, world.ends);
  const metered = meter(calls.ask, common.prices);
  return {
    metered,
    deps: {
      ...common,
      route: (model) => routeTo(model, config.providers),
      failFast: false,
      ask: metered.ask,
      repliesGiven: calls.repliesGiven,
      runId: 'mutation',
      sampleOf: open.sampleOf,
      emit: () => {},
    },
  };
}

/**
 * Asks the cases of a plan in their order with the body of a mutant, until one does not pass. Throws `EvaError` if a call can never succeed,
 * unless the provider rejects the request: the body of the mutant is the only difference to requests that it accepted.
 */
async function endOfMutant({ plan }: OpenPrompt, mutant: Mutant, deps: RunDeps): Promise<MutantEnd> {
  const body = changedBody(plan.body, mutant.candidate);
  let missing: string | null = null;
  for (const testCase of plan.cases) {
    const ends = endsWithin(deps);
    try {
      const { cases } = await run({ ...plan, body, cases: [testCase] }, { ...deps, ...ends });
      const [result] = cases;
      if (result?.passed === false) return { result: 'killed', killed_by: testCase.name };
      const trial = result?.trials.find(({ outcome }) => outcome === 'missing');
      if (result?.passed !== true) missing ??= trial?.outcome === 'missing' ? trial.reason : 'a reply is missing';
    } catch (error) {
      if (!(error instanceof EvaError && error.problems.every(({ code }) => code === 'EVA_BAD_REQUEST'))) throw error;
      return { result: 'rejected', why: error.problems[0]?.message ?? '' };
    }
  }
  return missing === null ? { result: 'survived' } : { result: 'unknown', why: missing };
}
