import { ProviderFailure } from '../failure.js';
import type { BatchBudget } from './batch-budget.js';
import type { BatchDeps } from './batch-deps.js';
import { idsOf, type LostSubmission, openSubmissions } from './batch-log.js';
import { type Batch, type BatchResult, replyOf } from './batches-api.js';
import type { EndedBatches } from './ended-batches.js';
import { findLost } from './find-lost.js';
import { OwnIds } from './own-ids.js';
import { type Expected, readResults, untilEnded } from './read-batch.js';
import { isInNoBatch, type WaitingCalls } from './waiting-calls.js';

/**
 * Batches that were submitted and whose calls are not known: by an earlier process of the run, or by a submission whose answer was
 * lost. Whoever waits for a reply that stands in one of them gets it from there; replies that nobody waits for yet are fetched
 * when somebody does. A request that such a batch could not answer is sent anew.
 */
export class EarlierBatches {
  /** Ids of the run's own batches. */
  readonly known: Set<string>;
  readonly #budget: BatchBudget;
  readonly #deps: BatchDeps;
  readonly #submitted: readonly (OwnIds | undefined)[];
  readonly #calls: WaitingCalls;
  readonly #ended: EndedBatches;
  #isFetched = false;
  /** Keys of replies that nobody has waited for, each with the batch in which it stands. */
  readonly #unclaimed = new Map<string, Batch>();
  /** Batches that have been read because they may be the run's, each with the submission that it may have come from. */
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

  /** True if an earlier batch may hold the reply of this key and nobody has taken it. */
  mayHold(key: string): boolean {
    return this.#isFetched ? this.#unclaimed.has(key) : this.#submitted.some((ids) => ids?.has(key));
  }

  /** Gives every unsent call its reply that stands in such a batch. Waits until the batches have ended. */
  async fetch(): Promise<void> {
    if (!this.#isFetched) await this.#fetchAll();
    this.#isFetched = true;
    const wanted = this.#calls.unsent().flatMap(({ key }) => this.#unclaimed.get(key) ?? []);
    for (const batch of new Set(wanted)) await this.#read(batch, this.#expectedOf(batch.id));
    for (const { key } of this.#calls.unsent()) this.#unclaimed.delete(key);
  }

  /** Gives every call that is in no batch its reply from the batch that a submission has become; whether there is one. Throws as `findLost`. */
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

  /** One after the other, so that no batch is taken for two of them. */
  async #fetchAllLost(lost: readonly LostSubmission[]): Promise<void> {
    const { log, provider } = this.#deps;
    for (const one of lost) {
      if ((await this.fetchLost(one)) || this.#mayStillBeFound(one)) continue;
      log.note({ note: 'batch_not_submitted', provider, submission: one.submission });
    }
  }

  /** What was read may hold replies that are waited for later only. */
  #mayStillBeFound({ submission }: LostSubmission): boolean {
    return [...this.#candidates.values()].includes(submission);
  }

  async #fetchBatch(id: string): Promise<void> {
    const { stop, tell } = this.#deps;
    tell(`batch ${id} was submitted before: its replies are waited for`);
    const batch = await untilEnded(id, this.#deps);
    stop.throwIfAborted();
    if (batch) return this.#read(batch, this.#expectedOf(id));
    tell(`batch ${id} is kept by the provider no longer: what is missing is asked for again`);
    this.#ended.add(id, []);
  }

  /** A batch that was only read because of its size has its note once it is known to be the run's. */
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

  /** A batch that answers a call of the run is the run's. */
  #claim({ id }: Batch): void {
    const submission = this.#candidates.get(id);
    if (submission === undefined || this.known.has(id)) return;
    const { date, log, provider } = this.#deps;
    log.note({ note: 'batch_submitted', provider, submission, id, ts: date().toISOString() });
    this.known.add(id);
  }
}
