import { groupBy, limitConcurrency } from '#model/data/collections.js';
import type { ProviderLanes } from '#provider/open-provider.js';

/** The places of a command for calls, in which trials begin. */
export interface CallPlaces {
  /** The greatest number of trials under way: all places together. */
  readonly total: number;
  /** Returns the number of places of a provider. */
  readonly of: (provider: string) => number;
  /** Returns true if a call to this provider would begin at once. */
  readonly isFree: (provider: string) => boolean;
  /** Holds a place for the first call of a trial. Returns a function that gives it back. */
  readonly hold: (provider: string) => () => void;
}

/** Returns places without providers of their own: only the number of trials under way is limited. */
export function anyPlaces(total: number): CallPlaces {
  return { total, of: () => total, isFree: () => true, hold: () => () => {} };
}

/** Returns the places of these providers. */
export function callPlaces(lanes: ProviderLanes, providers: readonly string[]): CallPlaces {
  return {
    total: Math.max(
      1,
      [...new Set(providers)].reduce((sum, name) => sum + lanes.placesOf(name), 0),
    ),
    of: (provider) => lanes.placesOf(provider),
    isFree: (provider) => lanes.isFree(provider),
    hold: (provider) => lanes.hold(provider),
  };
}

/** A job, and the provider of its first call. */
export interface Job {
  readonly provider: string;
}

/** A source of jobs. Jobs of one source start in order. */
export interface Lane<J extends Job> {
  /** Returns the next job whose first call has a free place at its provider; undefined without one. */
  readonly take: (mayCall: CallPlaces['isFree']) => J | undefined;
  /** Returns true if `take` gives nothing only because jobs elsewhere come first. */
  readonly isHeld: () => boolean;
  /** Returns true if `take` will give nothing more, unless a job is queued again. */
  readonly isEmpty: () => boolean;
  /** The greatest number of its jobs at the same time, if they need no places: those of a batch. */
  readonly batched?: number;
}

interface PoolEnds {
  /** Once aborted, no further job is taken. A job that throws this signal's reason does not count as failed. */
  readonly stop: AbortSignal;
  /** Called at the first failure, so that running jobs can be aborted. */
  readonly onFailure: () => void;
}

/** Runs in step that wait for their first place, and how they begin. */
export interface Opening {
  readonly rank: number;
  /** The provider of the first call. */
  readonly provider: string;
  /** True if it needs no place, since it asks in batches. */
  readonly isBatched: boolean;
  /** Returns false while the budget has no call for it. Default: true. */
  readonly isAffordable?: () => boolean;
  /** Resolves when the run has ended; never rejects. */
  readonly begin: (seat: Seat) => Promise<void>;
}

/** Returns how many trials a case that may stop early can be ahead of its first open one: few while several runs have trials to give. */
function usualAhead(places: number, runs: number): number {
  return runs <= 1 ? places : Math.max(4, Math.ceil(places / runs));
}

function isAffordable(opening: Opening): boolean {
  return opening.isAffordable?.() ?? true;
}

function queueOf({ provider, isBatched }: Opening): string {
  return isBatched ? 'batches' : `calls of ${provider}`;
}

function queued(openings: readonly Opening[]): ReadonlyMap<string, Opening[]> {
  return new Map([...groupBy(openings, queueOf)].map(([queue, members]) => [queue, [...members]]));
}

/** The greatest number of runs with batches that are open at the same time. */
const mostBatchedRuns = 200;

/**
 * The jobs of all runs of a command. A job starts when its first call has a free place, and all jobs under way have at most all places. The
 * earlier run comes first, and a run is opened only for a place that no open run can use: so few are open, and a budget that ends early leaves
 * whole runs.
 */
export class Pool {
  readonly inTurn: ReturnType<typeof limitConcurrency>;
  readonly #places: CallPlaces;
  readonly #aheadOf: typeof usualAhead;
  readonly #seats: Seat[] = [];
  /** The runs that have not begun, by the place that they need, each in the order of the command. */
  #waiting: ReadonlyMap<string, Opening[]> = new Map();
  #running = 0;
  #open = 0;
  #isDue = false;
  #onIdle = () => {};

  constructor(places: CallPlaces, aheadOf = usualAhead) {
    this.#places = places;
    this.#aheadOf = aheadOf;
    this.inTurn = limitConcurrency(places.total);
  }

  /** Looks soon for jobs that can start. */
  readonly wake = (): void => {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#start();
    });
  };

  /** Adds a seat. The jobs of a seat with a lower rank come first. */
  seat(rank = 0): Seat {
    const seat = new Seat(rank, this, this.#places);
    const after = this.#seats.findIndex((other) => other.rank > rank);
    this.#seats.splice(after < 0 ? this.#seats.length : after, 0, seat);
    return seat;
  }

  /**
   * Begins these runs in their order, each once it has a place. Resolves when all have ended, or when those that have not begun cannot be afforded.
   * `stop`: begins none from then on.
   */
  async run(openings: readonly Opening[], stop: AbortSignal): Promise<void> {
    this.#waiting = queued(openings);
    const drop = () => {
      this.#waiting = new Map();
      this.wake();
    };
    if (stop.aborted) this.#waiting = new Map();
    else stop.addEventListener('abort', drop, { once: true });
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    this.wake();
    await idle;
    stop.removeEventListener('abort', drop);
  }

  /** Leaves out the runs that have not begun and for which `isOver` is true. */
  drop(isOver: (opening: Opening) => boolean): void {
    const left = [...this.#waiting.values()].flat().filter((opening) => !isOver(opening));
    this.#waiting = queued(left);
  }

  /** Returns how many trials a case that may stop early can be ahead of its first open one. `provider`: that of their first calls. */
  ahead(provider: string): number {
    const runs = this.#countWaiting() + this.#seats.filter((seat) => seat.hasJobs()).length;
    return Math.min(this.#places.of(provider), this.#aheadOf(this.#places.total, runs));
  }

  leave(seat: Seat): void {
    const at = this.#seats.indexOf(seat);
    if (at >= 0) this.#seats.splice(at, 1);
    this.wake();
  }

  hasRoom(): boolean {
    return this.#running < this.#places.total;
  }

  count(change: 1 | -1): void {
    this.#running += change;
  }

  #start(): void {
    for (const seat of [...this.#seats]) {
      if (seat.isOpening) break; // the earlier run comes first, also to a budget that ends early
      seat.start();
    }
    for (let next = this.#next(); next; next = this.#next()) this.#begin(next);
    const isLeft = [...this.#waiting.values()].flat().some(isAffordable);
    if (this.#open === 0 && !isLeft) this.#onIdle();
  }

  #countWaiting(): number {
    let count = 0;
    for (const openings of this.#waiting.values()) count += openings.length;
    return count;
  }

  /** Returns the first run that can use a place which no open run uses. */
  #next(): Opening | undefined {
    let first: Opening | undefined;
    for (const openings of this.#waiting.values()) {
      const opening = openings[0] && this.#canBegin(openings[0]) && openings.find(isAffordable);
      if (opening && opening.rank <= (first?.rank ?? opening.rank)) first = opening;
    }
    const openings = first && this.#waiting.get(queueOf(first));
    if (first) openings?.splice(openings.indexOf(first), 1);
    return first;
  }

  #canBegin({ provider, isBatched }: Opening): boolean {
    if (isBatched) return this.#open < mostBatchedRuns;
    return this.hasRoom() && this.#open <= this.#places.total && this.#places.isFree(provider);
  }

  #begin({ rank, provider, isBatched, begin }: Opening): void {
    const seat = this.seat(rank);
    this.#open += 1;
    if (!isBatched) seat.hold(provider);
    void begin(seat).finally(() => {
      seat.leave();
      this.#open -= 1;
      this.wake();
    });
  }
}

/** The place in a pool of one run, or of several that go in step. */
export class Seat {
  readonly rank: number;
  readonly #pool: Pool;
  readonly #places: CallPlaces;
  /** Runs programs of checks, as many at a time as there are places. */
  readonly inTurn: ReturnType<typeof limitConcurrency>;
  #works: Work<Job>[] = [];
  #isOpening = false;
  /** Gives back the place that the run holds while it opens. */
  #giveBack = () => {};

  constructor(rank: number, pool: Pool, places: CallPlaces) {
    this.rank = rank;
    this.#pool = pool;
    this.#places = places;
    this.inTurn = pool.inTurn;
  }

  readonly wake = (): void => this.#pool.wake();

  /** Returns how many trials a case that may stop early can be ahead of its first open one. `provider`: that of their first calls. */
  readonly ahead = (provider: string): number => this.#pool.ahead(provider);

  /** The greatest number of trials under way. */
  get total(): number {
    return this.#places.total;
  }

  /** Returns true until the run has begun, or lets later ones go ahead. */
  get isOpening(): boolean {
    return this.#isOpening;
  }

  /** Lets later runs begin trials before this one. */
  letOthers(): void {
    this.#isOpening = false;
    this.#pool.wake();
  }

  /** Holds a place until the first jobs of the run can start. */
  hold(provider: string): void {
    this.#isOpening = true;
    const giveBack = this.#places.hold(provider);
    this.#pool.count(1);
    this.#giveBack = () => {
      this.#giveBack = () => {};
      this.#isOpening = false;
      giveBack();
      this.#pool.count(-1);
    };
  }

  leave(): void {
    this.#giveBack();
    this.#pool.leave(this);
  }

  hasJobs(): boolean {
    return this.#works.some((work) => work.hasJobs());
  }

  /** Starts what can start, one job of each run after the other. */
  start(): void {
    const works = [...this.#works];
    for (let open = works; open.length > 0; ) open = open.filter((work) => work.startOne());
    for (const work of works) work.endIfDone();
  }

  /**
   * Runs the jobs of all lanes. When a job ends, lanes without a job are asked again. Waits for lanes that are held. The first error, or `stop`, ends
   * the taking of new jobs. Throws that error, or the reason of `stop`, once the running jobs have ended. `begun` must be called when
   * the first call of the job is made, and may be called again.
   */
  async work<J extends Job>(
    lanes: readonly Lane<J>[],
    ends: PoolEnds,
    act: (job: J, begun: () => void) => Promise<void>,
  ): Promise<void> {
    this.#giveBack();
    const work = new Work(lanes, ends, act, { pool: this.#pool, places: this.#places });
    const listed = work as unknown as Work<Job>;
    this.#works.push(listed);
    ends.stop.addEventListener('abort', this.wake);
    this.wake();
    try {
      await work.done;
    } finally {
      ends.stop.removeEventListener('abort', this.wake);
      this.#works = this.#works.filter((other) => other !== listed);
    }
  }
}

interface WorkPlace {
  readonly pool: Pool;
  readonly places: CallPlaces;
}

/** The jobs of one run that are started together, until none is left. */
class Work<J extends Job> {
  readonly done: Promise<void>;
  readonly #lanes: readonly Lane<J>[];
  readonly #ends: PoolEnds;
  readonly #act: (job: J, begun: () => void) => Promise<void>;
  readonly #place: WorkPlace;
  readonly #running: number[];
  readonly #failures: unknown[] = [];
  /** True if a lane has jobs that must wait for a place, or for another run. */
  #isWaiting = false;
  #end: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;

  constructor(
    lanes: readonly Lane<J>[],
    ends: PoolEnds,
    act: (job: J, begun: () => void) => Promise<void>,
    place: WorkPlace,
  ) {
    this.#lanes = lanes;
    this.#ends = ends;
    this.#act = act;
    this.#place = place;
    this.#running = lanes.map(() => 0);
    this.done = new Promise((resolve, reject) => {
      this.#end = { resolve, reject };
    });
  }

  hasJobs(): boolean {
    return this.#isOpen() && this.#lanes.some((lane) => !lane.isEmpty());
  }

  /** Starts the next job. Returns false if none can start now. */
  startOne(): boolean {
    this.#isWaiting = false;
    return this.#lanes.some((lane, at) => this.#startOf(lane, at));
  }

  /** Ends if nothing runs and nothing is left. */
  endIfDone(): void {
    if (this.#running.some((jobs) => jobs > 0) || (this.#isWaiting && this.#isOpen())) return;
    const [failure] = this.#failures;
    if (this.#failures.length > 0) this.#end?.reject(failure);
    else if (this.#ends.stop.aborted) this.#end?.reject(this.#ends.stop.reason);
    else this.#end?.resolve();
    this.#end = undefined;
  }

  #isOpen(): boolean {
    return this.#failures.length === 0 && !this.#ends.stop.aborted;
  }

  /** Starts the next job of a lane. Notes if it has jobs that must wait for something else. */
  #startOf(lane: Lane<J>, at: number): boolean {
    const { pool, places } = this.#place;
    const { batched } = lane;
    if (!this.#isOpen() || lane.isEmpty()) return false;
    const hasRoom = batched === undefined ? pool.hasRoom() : (this.#running[at] ?? 0) < batched;
    let isDenied = !hasRoom;
    const mayCall = (provider: string) => {
      const isFree = batched !== undefined || places.isFree(provider);
      isDenied ||= !isFree;
      return isFree;
    };
    const job = hasRoom ? lane.take(mayCall) : undefined;
    if (job) void this.#handle(job, at, batched !== undefined);
    else this.#isWaiting ||= isDenied || lane.isHeld();
    return job !== undefined;
  }

  async #handle(job: J, lane: number, isBatched: boolean): Promise<void> {
    const { pool, places } = this.#place;
    const { stop, onFailure } = this.#ends;
    const giveBack = isBatched ? () => {} : places.hold(job.provider);
    this.#running[lane] = (this.#running[lane] ?? 0) + 1;
    if (!isBatched) pool.count(1);
    try {
      await this.#act(job, giveBack);
    } catch (error) {
      if (!stop.aborted || error !== stop.reason) {
        this.#failures.push(error);
        onFailure();
      }
    } finally {
      giveBack();
      this.#running[lane] = (this.#running[lane] ?? 0) - 1;
      if (!isBatched) pool.count(-1);
      pool.wake();
    }
  }
}
