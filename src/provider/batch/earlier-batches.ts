import { setMaxListeners } from 'node:events';
import { ProviderFailure } from '../provider.js';
import { idsOf, type LostSubmission, OwnIds, openSubmissions } from './batch-log.js';
import {
  type Batch,
  type BatchDeps,
  type BatchResult,
  type Expected,
  endless,
  lookAt,
  readResults,
  replyOfBatch,
  requireOld,
  retryPatiently,
  untilEnded,
  waitAfter,
} from './batches-api.js';
import { type BatchBudget, isInNoBatch, type WaitingCalls } from './waiting-calls.js';

/**
 * Finds replies in batches that an earlier process of the run submitted, including submissions whose outcome is unknown. Answers waiting
 * calls at once, and later calls when they arrive. A request without a reply in its batch is sent again.
 */
export class EarlierBatches {
  readonly known: Set<string>;
  readonly #budget: BatchBudget;
  readonly #deps: BatchDeps;
  readonly #submitted: readonly (OwnIds | undefined)[];
  readonly #calls: WaitingCalls;
  readonly #ended: EndedBatches;
  #isFetched = false;
  /** The batch of each reply that no call has taken yet, by the reply's key. */
  readonly #unclaimed = new Map<string, Batch>();
  /** The lost submission that each batch read so far may have come from, by the id of the batch. */
  readonly #candidates = new Map<string, number>();

  constructor(deps: BatchDeps, calls: WaitingCalls, ended: EndedBatches, budget: BatchBudget) {
    this.#budget = budget;
    this.#deps = deps;
    this.#calls = calls;
    this.#ended = ended;
    const { log, provider } = deps;
    const { known, open, lost } = openSubmissions(log.notes(), provider);
    this.known = new Set(known);
    this.#submitted = [
      ...open.map((id) => idsOf(log.notes(), provider, id)),
      ...lost.map(({ ids }) => OwnIds.from(ids)),
    ];
  }

  /** Returns true if an earlier batch may hold the reply of this key and no call has taken it. */
  mayHold(key: string): boolean {
    return this.#isFetched ? this.#unclaimed.has(key) : this.#submitted.some((ids) => ids?.has(key));
  }

  /** Answers unsent calls from earlier batches. Waits until the batches have ended. */
  async fetch(): Promise<void> {
    if (!this.#isFetched) await this.#fetchAll();
    this.#isFetched = true;
    const wanted = this.#calls.unsent().flatMap(({ key }) => this.#unclaimed.get(key) ?? []);
    for (const batch of new Set(wanted)) await this.#read(batch, this.#expectedOf(batch.id));
    for (const { key } of this.#calls.unsent()) this.#unclaimed.delete(key);
  }

  /** Looks for the batch of a lost submission and answers calls from it. Returns true if it was found. Throws as `findLost` does. */
  fetchLost(lost: LostSubmission, deps = this.#deps): Promise<boolean> {
    const isOther = (id: string) => this.known.has(id) || this.#candidates.has(id);
    const isOwn = async (batch: Batch) => {
      this.#candidates.set(batch.id, lost.submission);
      await this.#read(batch, { ids: OwnIds.from(lost.ids), mayBeAnother: true }, deps);
      return this.known.has(batch.id);
    };
    return findLost(lost, { isOther, isOwn }, deps);
  }

  /** Fetches all batches at the same time. The first failure stops the polling of the others before it is thrown. */
  async #fetchAll(): Promise<void> {
    const { log, provider, stop } = this.#deps;
    const { open, lost } = openSubmissions(log.notes(), provider);
    const failed = new AbortController();
    const deps = { ...this.#deps, stop: AbortSignal.any([stop, failed.signal]) };
    setMaxListeners(0, deps.stop); // each batch adds one, and Node warns of more than ten
    const fetches = [...open.map((id) => this.#fetchBatch(id, deps)), this.#fetchAllLost(lost, deps)];
    try {
      await Promise.all(fetches);
    } catch (error) {
      failed.abort();
      await Promise.allSettled(fetches);
      throw error;
    }
  }

  /** Fetches lost submissions one after the other, so that no batch is assigned to two of them. */
  async #fetchAllLost(lost: readonly LostSubmission[], deps: BatchDeps): Promise<void> {
    const { log, provider } = deps;
    for (const lostSubmission of lost) {
      const { submission } = lostSubmission;
      // A later call may still show that a batch came from this submission.
      const hasCandidate = () => [...this.#candidates.values()].includes(submission);
      if ((await this.fetchLost(lostSubmission, deps)) || hasCandidate()) continue;
      log.note({ note: 'batch_not_submitted', provider, submission });
    }
  }

  async #fetchBatch(id: string, deps: BatchDeps): Promise<void> {
    const { stop, tell } = deps;
    tell({ change: 'earlier', id });
    const batch = await untilEnded(id, deps);
    stop.throwIfAborted();
    if (batch) return this.#read(batch, this.#expectedOf(id), deps);
    tell({ change: 'deleted', id });
    this.#ended.add(id, []);
  }

  /** Returns the results that a batch must contain according to the notes. */
  #expectedOf(id: string): Expected {
    const { log, provider } = this.#deps;
    return { ids: idsOf(log.notes(), provider, id) };
  }

  async #read(batch: Batch, expected: Expected, deps = this.#deps): Promise<void> {
    const { id } = batch;
    const keys: string[] = [];
    await readResults(batch, expected, deps, (result) => {
      this.#take(batch, result);
      if ('readReply' in result) keys.push(result.key);
    });
    if (this.known.has(id)) this.#ended.add(id, [...new Set(keys)]);
  }

  #take(batch: Batch, result: BatchResult): void {
    const { key } = result;
    const call = this.#calls.find(key, isInNoBatch);
    if (call) this.#claim(batch);
    if (!('readReply' in result)) return;
    if (call) {
      this.#unclaimed.delete(key);
      const reply = replyOfBatch(result, call.request);
      if (reply instanceof ProviderFailure) return;
      this.#budget.holdSubmitted([call]);
      this.#calls.answer(key, reply);
    } else if (!this.#deps.log.holds(key)) this.#unclaimed.set(key, batch);
  }

  /** Records that a batch belongs to the run, since it answers one of the run's calls. */
  #claim({ id }: Batch): void {
    const submission = this.#candidates.get(id);
    if (submission === undefined || this.known.has(id)) return;
    const { date, log, provider } = this.#deps;
    log.note({ note: 'batch_submitted', provider, submission, id, ts: date().toISOString() });
    this.known.add(id);
  }
}

/** Distinguishes the run's own batches from others of the account. */
interface Candidates {
  /** Returns true if the batch with this id is known not to belong to the run. */
  isOther(id: string): boolean;
  /** Reads a batch that has ended and returns true if it belongs to the run. If it does not, `isOther` returns true for it from then on. */
  isOwn(batch: Batch): Promise<boolean>;
}

/**
 * Returns true if a lost submission reached the provider: the account has a newer batch of the same size with requests of the run.
 * Looks several times, since the server may still work on the submission, and waits for candidates to end. Throws as `retryPatiently`
 * does, `ProviderFailure` if a candidate never ends, EVA_UNKNOWN_BATCH if the key belongs to another account, and the reason of `stop`.
 */
async function findLost(lost: LostSubmission, candidates: Candidates, deps: BatchDeps): Promise<boolean> {
  const { now, patience, sleep, stop, tell } = deps;
  const startedAt = now();
  const open = new Set<string>();
  for (let look = 1; ; look++) {
    const newer = look <= patience.looks ? await newerBatches(lost, deps) : [];
    for (const batch of newer) {
      const isReadable = batch.total === lost.count && !batch.is_archived;
      if (!isReadable || candidates.isOther(batch.id) || open.has(batch.id)) continue;
      if (!batch.has_ended) tell({ change: 'candidate', id: batch.id });
      open.add(batch.id);
    }
    if (await hasOwnBatch(open, candidates, deps)) return true;
    if (open.size === 0 && look >= patience.looks) return false;
    if (now() - startedAt > patience.batchMs) throw endless(patience);
    await sleep(waitAfter(look - 1, patience), stop);
  }
}

/** Returns true if one of the ended candidates belongs to the run. Leaves in `open` the candidates that have not ended. */
async function hasOwnBatch(open: Set<string>, candidates: Candidates, deps: BatchDeps): Promise<boolean> {
  for (const id of open) {
    const batch = await lookAt(id, deps);
    if (batch && !batch.is_archived && !batch.has_ended) continue;
    open.delete(id);
    if (batch && !batch.is_archived && (await candidates.isOwn(batch))) return true;
  }
  return false;
}

async function newerBatches({ after, ts }: LostSubmission, deps: BatchDeps): Promise<readonly Batch[]> {
  const { api, stop } = deps;
  const newer = await retryPatiently(deps, () => api.newerThan(after, stop));
  if (!newer) requireOld(String(after), ts, deps);
  return newer ?? [];
}

/** Tracks batches whose results have been read, until the journal has all their replies and a note that says so. */
export class EndedBatches {
  readonly #deps: BatchDeps;
  /** Keys of replies that the journal lacked at the last check, by batch id. */
  readonly #open = new Map<string, readonly string[]>();

  constructor(deps: BatchDeps) {
    this.#deps = deps;
  }

  /** Adds a batch that was read to its end, with the keys of its replies. */
  add(id: string, keys: readonly string[]): void {
    this.#open.set(id, keys);
  }

  /**
   * Writes a note for each batch whose replies are all in the journal. Call it while a call waits, so that the journal is open. Without
   * the note, a resumed run reads the batch once more. After a premature note it would pay for replies again.
   */
  note(): void {
    const { log, provider } = this.#deps;
    for (const [id, keys] of this.#open) {
      const missing = keys.filter((key) => !log.holds(key));
      this.#open.set(id, missing);
      if (missing.length > 0) continue;
      log.note({ note: 'batch_ended', provider, id });
      this.#open.delete(id);
    }
  }
}
