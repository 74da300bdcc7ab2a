import { ProviderFailure } from '../failure.js';
import type { BatchBudget } from './batch-budget.js';
import type { BatchDeps } from './batch-deps.js';
import { batchLines } from './batch-lines.js';
import { idsOf, type LostSubmission, openSubmissions } from './batch-log.js';
import { type Batch, type BatchResult, replyOf } from './batches-api.js';
import type { EndedBatches } from './ended-batches.js';
import { findLost } from './find-lost.js';
import { OwnIds } from './own-ids.js';
import { type Expected, readResults, untilEnded } from './read-batch.js';
import { isInNoBatch, type WaitingCalls } from './waiting-calls.js';

/**
 * Finds replies in batches that an earlier process of the run submitted, including submissions whose outcome is unknown. Answers waiting
 * calls at once, and later calls when they arrive. A request without a reply in its batch is sent again.
 */
export class EarlierBatches {
  /** Ids of the batches that belong to the run. */
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
  fetchLost(lost: LostSubmission): Promise<boolean> {
    const isOther = (id: string) => this.known.has(id) || this.#candidates.has(id);
    const isOwn = async (batch: Batch) => {
      this.#candidates.set(batch.id, lost.submission);
      await this.#read(batch, { ids: OwnIds.from(lost.ids), mayBeAnother: true });
      return this.known.has(batch.id);
    };
    return findLost(lost, { isOther, isOwn }, this.#deps);
  }

  async #fetchAll(): Promise<void> {
    const { log, provider } = this.#deps;
    const { open, lost } = openSubmissions(log.notes(), provider);
    await Promise.all([...open.map((id) => this.#fetchBatch(id)), this.#fetchAllLost(lost)]);
  }

  /** Fetches lost submissions one after the other, so that no batch is assigned to two of them. */
  async #fetchAllLost(lost: readonly LostSubmission[]): Promise<void> {
    const { log, provider } = this.#deps;
    for (const one of lost) {
      if ((await this.fetchLost(one)) || this.#mayStillBeFound(one)) continue;
      log.note({ note: 'batch_not_submitted', provider, submission: one.submission });
    }
  }

  /** Returns true if a later call may still show that a batch came from this submission. */
  #mayStillBeFound({ submission }: LostSubmission): boolean {
    return [...this.#candidates.values()].includes(submission);
  }

  async #fetchBatch(id: string): Promise<void> {
    const { stop, tell } = this.#deps;
    tell(batchLines.earlier({ id }));
    const batch = await untilEnded(id, this.#deps);
    stop.throwIfAborted();
    if (batch) return this.#read(batch, this.#expectedOf(id));
    tell(batchLines.deleted({ id }));
    this.#ended.add(id, []);
  }

  /** Returns the results that a batch must contain according to the notes. */
  #expectedOf(id: string): Expected {
    const { log, provider } = this.#deps;
    return { ids: idsOf(log.notes(), provider, id) };
  }

  async #read(batch: Batch, expected: Expected): Promise<void> {
    const { id } = batch;
    const keys: string[] = [];
    await readResults(batch, expected, this.#deps, (result) => {
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
      const reply = replyOf(result, call.request);
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
