import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { EvaError, problem } from '#model/problem.js';
import type { MutantEnd, MutantFacts, MutantResult, MutationReport } from '#model/run/mutation.js';
import type { Notify } from '#model/run/notice.js';
import { promptWord, short } from '#model/text/quoted.js';
import { version } from '#model/version.js';
import { routeTo } from '#provider/model-name.js';
import { BudgetLedger, openBudget } from '#run/collect/budget.js';
import { firstModel } from '#run/collect/follow-case.js';
import { meter } from '#run/collect/meter.js';
import type { Seat } from '#run/collect/pool.js';
import type { OpenPrompt } from '#run/prompt/open-prompt.js';
import { budgetPrices, decideLiveness, routesOf } from '#run/replies/liveness.js';
import { askWith, countCalls, noPlaces } from '#run/replies/reply-places.js';
import { requireWholeJournal } from '#run/resume/reopen-run.js';
import { type RunDeps, run } from '#run/run.js';
import { type Ends, endsWithin, type StopSignals } from '#run/session/ends.js';
import { commonDeps } from '#run/session/run-deps.js';
import { openPool } from '#run/session/run-pool.js';
import {
  createMutationFolder,
  listMutations,
  type MutationSettings,
  reopenMutationFolder,
  writeMutationReport,
  writeMutationSettings,
} from '#store/mutations.js';
import { createJournal, type Journal, reopenJournal } from '#store/run/journal.js';
import { lockRun } from '#store/run/run-folder.js';
import { newRunId } from '#store/run/run-names.js';
import { type Mutant, mutantBody, mutationScore } from './mutants-of.js';
import type { PlannedMutation } from './plan-mutation.js';

/** The signals that stop a mutation run, and its event listeners. */
interface MutationControl extends StopSignals {
  readonly onEvent: Notify;
  /** Called when replies of an earlier process are there. */
  readonly onContinued: (kept: number) => void;
  readonly onMutant: (result: MutantResult) => void;
}

/** How a mutation run ended. `replies` is the number of replies that are kept. */
type MutationOutcome =
  | { readonly ended: 'with_report'; readonly report: MutationReport }
  | { readonly ended: 'interrupted'; readonly replies: number; readonly done: number }
  | { readonly ended: 'with_error'; readonly error: unknown; readonly replies: number };

/**
 * Runs the mutants of a plan concurrently, each until a case does not pass. Keeps every reply in the folder of the mutation run, so that the
 * same command continues a run that was stopped. Writes no row and no attempt. Never rejects.
 */
export async function startMutation(planned: PlannedMutation, control: MutationControl): Promise<MutationOutcome> {
  const ends = endsWithin(control);
  let place: MutationPlace | undefined;
  let done = 0;
  try {
    const { plan, config } = planned.open;
    const { env, replay } = planned.options;
    const routes = routesOf(plan.cases, config);
    const liveness = decideLiveness(routes, replay, { env, open: planned.open }, false);
    place = openMutationPlace(planned, control.onEvent);
    if (place.kept > 0) control.onContinued(place.kept);
    const report = await mutate(
      planned,
      place,
      {
        ends,
        liveness,
        ...openPool([{ open: planned.open, options: { env } }], control.onEvent, fewAhead(planned.mutants.length)),
      },
      {
        ...control,
        onMutant: (result) => {
          done += 1;
          control.onMutant(result);
        },
      },
    );
    if (report === null) return { ended: 'interrupted', replies: place.journal.size, done };
    return { ended: 'with_report', report };
  } catch (error) {
    return { ended: 'with_error', error, replies: place?.journal.size ?? 0 };
  } finally {
    place?.release();
  }
}

interface World extends ReturnType<typeof openPool> {
  readonly ends: Ends;
  readonly liveness: ReturnType<typeof decideLiveness>;
}

/** Runs the mutants, and writes the report. Returns null after a stop. */
async function mutate(
  planned: PlannedMutation,
  place: MutationPlace,
  world: World,
  control: MutationControl,
): Promise<MutationReport | null> {
  const { mutants, equivalent } = planned;
  const { deps, totals } = depsOf(planned, place, world);
  const [ts, start] = [new Date().toISOString(), performance.now()];
  const results = new Map<MutantFacts, MutantResult>();
  for (const { mutant, because } of equivalent)
    results.set(mutant, { ...factsOf(mutant), result: 'equivalent', because });
  const failures: unknown[] = [];
  const end = async (mutant: Mutant, seat: Seat) => {
    const result: MutantResult = {
      ...factsOf(mutant),
      ...(await endOfMutant(planned.open, mutant, { ...deps, seat })),
    };
    results.set(mutant, result);
    control.onMutant(result);
  };
  const [testCase] = planned.open.plan.cases;
  const provider = testCase ? deps.route(firstModel(testCase)).provider : '';
  try {
    await world.pool.run(
      mutants.map((mutant, rank) => ({
        ...{ rank, provider, isBatched: false },
        begin: (seat) =>
          end(mutant, seat).catch((error) => {
            failures.push(error);
            world.ends.abort();
          }),
      })),
      world.ends.stop,
    );
    if (failures.length > 0) throw failures[0];
  } catch (error) {
    if (!control.stop.aborted) throw error;
    return null;
  } finally {
    await place.journal.close();
    await deps.modules?.close();
  }
  if (control.stop.aborted) return null;
  const duration_s = Math.round(performance.now() - start) / 1000;
  const report = reportOf(planned, place.name, inOrder(planned, results), { ts, duration_s, ...totals() });
  writeMutationReport(place.dir, report);
  return report;
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

type Totals = ReturnType<ReturnType<typeof meter>['totals']>;

function reportOf(
  { plan }: PlannedMutation,
  name: string,
  mutants: readonly MutantResult[],
  totals: Totals & { readonly ts: string; readonly duration_s: number },
): MutationReport {
  const { id, base, kinds, sample, cases, left_out_cases, beyond_limit } = plan;
  const { ts, duration_s, replies, usage, cost_usd, built_in_prices } = totals;
  const isOpen = mutants.some(({ result }) => result === 'unknown');
  return {
    ...{ schema: 'eva-mutation/1', id, name, ts, eva_version: version, state: isOpen ? 'unfinished' : 'finished' },
    ...{ base, kinds, sample, cases, left_out_cases, beyond_limit, score: mutationScore(mutants, sample), mutants },
    ...{ killers: killersOf(mutants), replies, usage, cost_usd },
    ...(built_in_prices !== undefined && { built_in_prices }),
    duration_s,
  };
}

function killersOf(mutants: readonly MutantResult[]): MutationReport['killers'] {
  const counts = new Map<string, number>();
  for (const mutant of mutants) {
    if (mutant.result === 'killed') counts.set(mutant.killed_by, (counts.get(mutant.killed_by) ?? 0) + 1);
  }
  return [...counts].map(([name, killed]) => ({ case: name, killed })).sort((a, b) => b.killed - a.killed);
}

/** Makes the dependencies that the runs of all mutants share: their calls have one journal and one budget. */
function depsOf(
  { open, options }: PlannedMutation,
  { name, journal }: MutationPlace,
  { ends, liveness, lanes }: World,
): { readonly deps: Omit<RunDeps, 'seat'>; readonly totals: () => Totals } {
  const { config, plan, programs, root } = open;
  const { env } = options;
  const { prices, raised } = budgetPrices(open, env);
  const ledger = new BudgetLedger(config.budget);
  ledger.addRaised(raised);
  const admission = openBudget(config.budget, prices, journal, ledger);
  const world = { open, liveness, env, ends };
  const calls = countCalls((ways) => askWith(noPlaces, journal, world, { lanes, admission, ...ways }));
  const clock = {
    now: () => new Date(),
    elapsed: () => performance.now() / 1000,
    random: (bytes: number) => randomBytes(bytes).toString('hex'),
  };
  const dir = join(root, 'prompts', open.cases_id);
  const common = commonDeps({ config, cases: plan.cases, programs, root, dir, env, clock }, ends);
  const metered = meter(calls.ask, common.prices, [], name);
  return {
    totals: metered.totals,
    deps: {
      ...common,
      route: (model) => routeTo(model, config.providers),
      failFast: false,
      ask: metered.ask,
      repliesGiven: calls.repliesGiven,
      runId: name,
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
  const body = mutantBody(plan.body, mutant);
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

interface MutationPlace {
  readonly name: string;
  readonly dir: string;
  readonly journal: Journal;
  /** The number of replies that earlier processes left. */
  readonly kept: number;
  readonly release: () => void;
}

/**
 * Opens the folder of a mutation run. Continues the last one of the prompt if it is not finished and has the same evidence and settings; with
 * `replay` also a finished one. Throws EVA_NOTHING_TO_RESUME if a replay finds none, EVA_RUN_IN_USE, EVA_BAD_RUN, EVA_DISK, EVA_ODD_FILE.
 */
function openMutationPlace({ open, plan, options }: PlannedMutation, notify: Notify): MutationPlace {
  const { root } = open;
  const settings: MutationSettings = {
    id: plan.id,
    evidence: open.plan.evidence,
    kinds: options.kinds,
    sample: options.sample,
    cases: plan.cases,
  };
  const stored = listMutations(root);
  const last = stored.findLast((run) => run.settings?.id === plan.id);
  const isSame = last !== undefined && isDeepStrictEqual(last.settings, settings);
  if (last && isSame && (options.replay || last.state !== 'finished')) {
    const dir = reopenMutationFolder(root, last.name);
    return held(dir, last.name, notify, () => {
      const { journal, problems, gap } = reopenJournal(dir);
      if (gap !== null) journal.drop();
      requireWholeJournal(last.name, gap);
      for (const problem of problems) notify({ event: 'journal_damaged', problem, isShard: false });
      return journal;
    });
  }
  if (options.replay)
    throw new EvaError([
      problem(
        'EVA_NOTHING_TO_RESUME:mutation',
        `the last mutation run of ${short(plan.id)} had other files or settings, or there was no such run, so there is nothing to replay`,
        { hint: `eva mutate ${promptWord(plan.id)} makes one` },
      ),
    ]);
  const name = newRunId(new Date(), randomBytes(3).toString('hex'), stored.at(-1)?.name);
  const dir = createMutationFolder(root, name);
  return held(dir, name, notify, () => {
    const journal = createJournal(dir, { run_id: name, id: settings.id, eva_version: version });
    writeMutationSettings(dir, settings);
    return journal;
  });
}

/** Locks the folder of a mutation run and opens its journal. */
function held(dir: string, name: string, notify: Notify, open: () => Journal): MutationPlace {
  const lock = lockRun(dir, name, (takeover) => notify({ event: 'lock_taken_over', ...takeover }));
  try {
    const journal = open();
    return { name, dir, journal, kept: journal.size, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}
