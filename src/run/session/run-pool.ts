import { setMaxListeners } from 'node:events';
import { groupBy, limitConcurrency, uniqueBy } from '#model/data/collections.js';
import type { Notify, RunEvent } from '#model/run/notice.js';
import { routeTo } from '#provider/model-name.js';
import { ProviderLanes } from '#provider/open-provider.js';
import { AttemptTimes } from '#store/logs/attempts-log.js';
import { removeGroup, writeGroup } from '#store/run/group-file.js';
import { NewRunNames } from '#store/run/run-names.js';
import { readRunAt } from '#store/run/stored-runs.js';
import { BudgetLedger } from '../collect/budget.js';
import { CaseTurns } from '../collect/collect-cases.js';
import { firstModel } from '../collect/follow-case.js';
import { callPlaces, type Opening, Pool, type Seat } from '../collect/pool.js';
import { modelsOf } from '../plan/evidence.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { mayBeKept } from '../prompt/require-trusted.js';
import { routesOf } from '../replies/liveness.js';
import { silenceNotice, worldOf } from '../replies/reply-places.js';
import { spentEarlier } from '../shares/earlier-processes.js';
import type { StopSignals } from './ends.js';
import { type KeptReplies, keepRow, type RunOutcome, rowOf } from './finish-run.js';
import type { CommandShare, PairShare } from './open-run.js';
import { inGroup } from './plan-runs.js';
import type { PlannedRun, RunOptions } from './run-options.js';
import { type HeldRun, type StartedRun, startRun } from './start-run.js';

/** A run of a command that has ended, or that has not begun: its outcome is then null. */
export interface EndedRun {
  /** Its place in the command, from 0. */
  readonly at: number;
  readonly planned: PlannedRun;
  readonly outcome: RunOutcome | null;
  /** The name of its folder; null if it has none. */
  readonly runId: string | null;
}

export interface PoolControl extends StopSignals {
  /** `at`: the place of the run in the command; null for what concerns all runs. */
  readonly onEvent: (event: RunEvent, at: number | null) => void;
  /** Called when a run has ended, in whatever order they end. */
  readonly onRunEnd?: (outcome: RunEnd, at: number) => void;
  /** Called for each run in the order of the command, once it and all before it have ended. Its row is written. */
  readonly onTurn: (ended: EndedRun) => void | Promise<void>;
  /** `new`: eva notes the group before the first call, and forgets it when nothing is left. `noted`: it was noted. Default: it is not. */
  readonly group?: 'new' | 'noted';
  /** Returns what a run has of the comparison whose sides all runs are, by its place. Default: each is a run of its own. */
  readonly pair?: (at: number, seat: Seat) => PairShare;
  /** True to begin also runs whose provider is down or whose budget is used up, which then end without a reply. Default: they are not begun. */
  readonly beginsAll?: boolean;
}

export interface StartedPool {
  /** The id of the group of the runs; null for a run alone. */
  readonly group: string | null;
  /** Resolves when all runs have ended, and `onTurn` has taken them. Rejects if `onTurn` does. */
  readonly done: Promise<void>;
  /** Records at once that the open runs were interrupted, for a process that exits without waiting. Returns the saved part of each, and of those that are interrupted already. */
  readonly leave: () => readonly { readonly planned: PlannedRun; readonly kept: KeptReplies }[];
  /** Returns the number of calls that providers are answering. */
  readonly inFlight: () => number;
}

/**
 * Makes the runs of a command from one pool of calls, at the same time. Those of one prompt take their cases in step. A run that ends before its
 * turn is stored, and waits on disk for its row.
 */
export function startPool(planned: readonly PlannedRun[], control: PoolControl): StartedPool {
  setMaxListeners(0, control.stop, control.signal); // a few of each run
  const names = new NewRunNames(planned[0]?.open.root ?? '');
  const runs = control.pair ? planned : groupRuns(planned, names);
  const group = runs[0]?.open.plan.variant?.group ?? null;
  if (group !== null && control.group === 'new') keepGroup(group, runs);
  const command = new Command(runs, names, control);
  return { group, done: command.run(), leave: () => command.leave(), inFlight: () => command.inFlight() };
}

type WithResult = Extract<RunOutcome, { readonly ended: 'with_result' }>;

/** The outcome of a run whose result waits on disk for its turn. */
type StoredOutcome = Omit<WithResult, 'plan' | 'result'>;

/** How a run ended, with its result or with the result on disk. */
export type RunEnd = RunOutcome | StoredOutcome;

/** A run that waits for its turn; without an outcome if it has not begun. */
interface Waiting {
  readonly held: HeldRun | null;
  readonly outcome: RunEnd | null;
}

/** Runs that go in step, each with its place in the command. */
type Step = readonly [readonly [at: number, run: PlannedRun], ...(readonly [at: number, run: PlannedRun])[]];

class Command {
  readonly #runs: readonly PlannedRun[];
  readonly #names: NewRunNames;
  readonly #times: AttemptTimes;
  readonly #control: PoolControl;
  readonly #lanes: ProviderLanes;
  readonly #pool: Pool;
  readonly #alone = new Map<string, CommandShare['alone']>();
  readonly #started = new Map<number, StartedRun>();
  readonly #interrupted: { readonly planned: PlannedRun; readonly kept: KeptReplies }[] = [];
  readonly #ended = new Map<number, Waiting>();
  #turn = 0;
  /** The number of runs that can go on later. */
  #left = 0;
  #turns: Promise<void> = Promise.resolve();

  constructor(runs: readonly PlannedRun[], names: NewRunNames, control: PoolControl) {
    this.#runs = runs;
    this.#names = names;
    this.#times = new AttemptTimes(runs[0]?.open.root ?? '');
    this.#control = control;
    const { lanes, pool } = openPool(runs, (event) => control.onEvent(event, null));
    this.#lanes = lanes;
    this.#pool = pool;
  }

  async run(): Promise<void> {
    const steps = groupBy([...this.#runs.entries()], ([, { open }]) => (this.#control.pair ? '' : open.prompt.id));
    await this.#pool.run(
      [...steps.values()].map((step) => this.#opening(step as unknown as Step)),
      this.#control.stop,
    );
    for (const at of this.#runs.keys()) {
      if (!this.#ended.has(at)) this.#end(at, notBegun);
    }
    await this.#turns;
    const [first] = this.#runs;
    const group = first?.open.plan.variant?.group;
    if (this.#control.group && this.#left === 0 && group !== undefined) removeGroup(first?.open.root ?? '', group);
  }

  leave(): ReturnType<StartedPool['leave']> {
    const open = [...this.#started].flatMap(([at, started]) => {
      const planned = this.#runs[at];
      return planned ? [{ planned, kept: started.leave() }] : [];
    });
    return [...this.#interrupted, ...open];
  }

  inFlight(): number {
    return this.#lanes.inFlight();
  }

  /** Returns how the runs of one prompt begin. They take their cases in step, and have one budget. */
  #opening(step: Step): Opening {
    const [[rank, first]] = step;
    const { plan, config } = first.open;
    const [testCase] = plan.cases;
    return {
      rank,
      provider: testCase ? routeTo(firstModel(testCase), config.providers).provider : '',
      isBatched: plan.manner.batch,
      isAffordable: () => this.#control.beginsAll === true || step.some(([, run]) => hasRoom(run)),
      begin: async (seat) => {
        const shares = this.#shares(step, seat);
        await Promise.all(step.map(([at, run], index) => this.#start(at, run, shares(at, index))));
      },
    };
  }

  /** Returns what each run of a step has of the command. The pairs of a comparison keep its sides in step, so they need no turns. */
  #shares(step: Step, seat: Seat): (at: number, index: number) => CommandShare {
    const { pair } = this.#control;
    const [[, first]] = step;
    const turns = new CaseTurns(seat.wake);
    const joined = step.map(() => (step.length > 1 && !pair ? turns.join() : undefined));
    const ledger = first.ledger ?? new BudgetLedger(first.open.config.budget);
    const alone = this.#aloneWith(first.open.cases_id);
    const meet = meeting(step.length);
    return (at, index) => ({
      ...{ names: this.#names, times: this.#times, lanes: this.#lanes, seat, ledger, alone, turn: joined[index] },
      afterOpening: () => meet(index),
      pair: pair?.(at, seat),
    });
  }

  /** Returns the queue of those who write the rubrics of these cases. */
  #aloneWith(casesId: string): CommandShare['alone'] {
    const alone = this.#alone.get(casesId) ?? limitConcurrency(1);
    this.#alone.set(casesId, alone);
    return alone;
  }

  async #start(at: number, run: PlannedRun, share: CommandShare): Promise<void> {
    const { stop, signal, onEvent } = this.#control;
    const started = startRun(run, share, { stop, signal, onEvent: (event) => onEvent(event, at) });
    this.#started.set(at, started);
    const outcome = await started.outcome;
    this.#started.delete(at);
    if (outcome.ended === 'interrupted') this.#interrupted.push({ planned: run, kept: outcome.kept });
    const held = started.held();
    if (outcome.ended !== 'with_result') held?.release();
    this.#control.onRunEnd?.(outcome, at);
    this.#end(at, { held, outcome });
    if (!this.#control.beginsAll && this.#lanes.isDown()) this.#dropDown();
  }

  /** Leaves out the runs that need a provider which is down. */
  #dropDown(): void {
    this.#pool.drop(({ rank }) => {
      const models = modelsOf(this.#runs[rank]?.open.plan.cases ?? []);
      return models.some((model) => this.#lanes.isDown(model));
    });
  }

  #end(at: number, waiting: Waiting): void {
    this.#ended.set(
      at,
      at === this.#turn || this.#control.pair ? waiting : { ...waiting, outcome: withoutResult(waiting.outcome) },
    );
    this.#turns = this.#turns.then(() => this.#takeTurns());
    this.#turns.catch(() => {}); // `run` rejects with it
  }

  async #takeTurns(): Promise<void> {
    for (let next = this.#ended.get(this.#turn); next; next = this.#ended.get(this.#turn)) {
      const [at, planned] = [this.#turn, this.#runs[this.#turn]];
      this.#ended.set(at, notBegun);
      this.#turn += 1;
      if (!planned) return;
      const { held, outcome } = next;
      const runId = held?.runId ?? null;
      try {
        const end = await recorded(outcome, planned, runId);
        if (end?.ended !== 'with_result' || end.result.state === 'unfinished') this.#left += 1;
        await this.#control.onTurn({ at, planned, outcome: end, runId });
      } finally {
        held?.release();
      }
    }
  }
}

/** Returns true if the budget of the command has a call for a run, or kept replies may answer it. */
function hasRoom({ open, options, ledger, run_id, earlier }: PlannedRun): boolean {
  return ledger?.hasRoom() !== false || run_id !== undefined || earlier !== undefined || mayBeKept(open, options);
}

const notBegun: Waiting = { held: null, outcome: null };

/** Returns a function that each of several calls once, with its number. When all have, they go on in the order of their numbers. */
function meeting(several: number): (index: number) => Promise<void> {
  const waiting: (() => void)[] = [];
  let missing = several;
  return (index) =>
    new Promise((resolve) => {
      waiting[index] = resolve;
      missing -= 1;
      if (missing > 0) return;
      queueMicrotask(() => {
        for (const goOn of waiting) goOn();
      });
    });
}

function withoutResult(outcome: RunEnd | null): RunEnd | null {
  if (outcome?.ended !== 'with_result') return outcome;
  const { plan: _plan, result: _result, ...stored } = outcome as WithResult;
  return stored;
}

/** Returns how a run ended, with its result. Appends its row, which comes last: a run without one can be resumed. */
async function recorded(
  outcome: RunEnd | null,
  { open, decided }: PlannedRun,
  runId: string | null,
): Promise<RunOutcome | null> {
  if (outcome?.ended !== 'with_result') return outcome;
  try {
    const { plan, result } = 'result' in outcome ? outcome : readRunAt(open.root, runId ?? '');
    return {
      ...outcome,
      plan,
      result,
      rowPath: decided?.hasRow ? '.eval.jsonl' : await keepRow(rowOf(result), open.root),
    };
  } catch (error) {
    return { ended: 'with_error', error, kept: outcome.kept };
  }
}

/** Returns true if the runs of one command are shown side by side: there are several, one of them is of a variant, and they are no shard. */
export function isGroup(runs: readonly Pick<PlannedRun, 'open'>[]): boolean {
  const isOfVariant = ({ open: { plan } }: Pick<PlannedRun, 'open'>) =>
    plan.variant?.variant !== undefined && !plan.manner.shard;
  return runs.length > 1 && runs.some(isOfVariant);
}

/** Returns a function that lets the runs of each of its calls spend one budget together, if the options of the command set one. */
export function sharedBudget({
  manner,
  env,
}: Pick<RunOptions, 'manner' | 'env'>): (runs: readonly PlannedRun[]) => readonly PlannedRun[] {
  let ledger: BudgetLedger | undefined;
  return (runs) => {
    const [first] = runs;
    if (!manner.budget || !first) return runs;
    ledger ??= new BudgetLedger(first.open.config.budget);
    const shared = ledger;
    for (const { open, earlier = [] } of runs)
      for (const spent of spentEarlier(earlier, open, env)) shared.addSpent(spent);
    return runs.map((run) => ({ ...run, ledger: shared }));
  };
}

/** Gives several runs the id of their group, which is in their plans. */
function groupRuns(runs: readonly PlannedRun[], names: NewRunNames): readonly PlannedRun[] {
  const known = runs.map(({ open }) => open.plan.variant?.group).find((id) => id !== undefined);
  if (known === undefined && runs.length < 2) return runs;
  const group = known ?? names.next();
  return runs.map((run) => inGroup(run, group));
}

/** Writes the file of a new group, from which the runs that do not begin can be begun later. */
function keepGroup(id: string, runs: readonly PlannedRun[]): void {
  const [first] = runs;
  if (!first || first.open.plan.manner.replay) return;
  const { manner, only, items, models, casesOf, strict, allowShortBudget } = first.options;
  writeGroup(first.open.root, {
    group: 1,
    id,
    flags: { manner, only, items, models, casesOf, strict, allowShortBudget },
    ...(first.share !== undefined && { share: first.share }),
    runs: runs.map(({ open: { plan } }) => ({
      id: plan.id,
      ...(plan.variant?.variant !== undefined && { variant: plan.variant.variant }),
    })),
  });
}

/** Opens the providers of the runs of a command, and the pool with their places. */
export function openPool(
  runs: readonly { readonly open: OpenPrompt; readonly options: Pick<RunOptions, 'env'> }[],
  notify: Notify,
  aheadOf?: ConstructorParameters<typeof Pool>[1],
): { readonly lanes: ProviderLanes; readonly pool: Pool } {
  const [first] = runs;
  if (!first) throw new Error('a command without runs');
  const programs = runs.flatMap(({ open }) => open.programs.filter(({ kind }) => kind === 'provider'));
  const open = { ...first.open, programs: uniqueBy(programs, (program) => JSON.stringify(program)) };
  const lanes = new ProviderLanes({ ...worldOf(open, first.options.env), onSilence: silenceNotice(notify) });
  const routes = runs.flatMap(({ open: { plan, config } }) => routesOf(plan.cases, config));
  const names = routes.map(({ provider }) => provider);
  const pool = new Pool(callPlaces(lanes, names), aheadOf);
  lanes.onFree(pool.wake);
  return { lanes, pool };
}
