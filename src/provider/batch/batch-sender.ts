import type { ModelCall, ModelRequest, Reply } from '#model/reply/exchange.js';
import { attemptTexts } from '#model/reply/failed-attempt.js';
import { noReplyTexts } from '#model/reply/no-reply.js';
import type { BatchChange } from '#model/run/notice.js';
import { redactor } from '#model/text/redact.js';
import { createOptionsOf, type LaneOptions, lazyProvider } from '../open-provider.js';
import { NoReply, type Provider, ProviderFailure, type SendOptions } from '../provider.js';
import { configOf, originOf } from '../provider-settings.js';
import { providerKeys, withRedaction } from '../secrets.js';
import { typeOf } from '../types/index.js';
import { isFatal } from '../wrappers/fatal-failures.js';
import type { CallAdmission } from '../wrappers/limits.js';
import { withRetry } from '../wrappers/retries.js';
import { type BatchLog, type LostSubmission, OwnIds, submissionsIn } from './batch-log.js';
import {
  type Batch,
  type BatchDeps,
  type Chunk,
  patienceFrom,
  readResults,
  replyOfBatch,
  retryPatiently,
  untilEnded,
  waitOf,
} from './batches-api.js';
import { EarlierBatches, EndedBatches } from './earlier-batches.js';
import { BatchBudget, inBatch, isInNoBatch, isSending, WaitingCalls } from './waiting-calls.js';

interface OpenBatchesOptions extends LaneOptions {
  /** Admits the requests of each batch; undefined without a budget. */
  readonly admission?: CallAdmission;
  /** Returns true if a call may be sent in a batch, provided that its provider has batches. */
  readonly mayGo: (call: ModelCall) => boolean;
  readonly log: BatchLog;
  readonly tell: (change: BatchChange) => void;
  /** Once aborted, no batch is submitted or polled. Submitted batches continue at the provider. */
  readonly stop: AbortSignal;
  /** Aborts a submission in progress. */
  readonly signal: AbortSignal;
}

/**
 * Returns a function that finds the provider which sends a call in a batch; undefined if the call is not sent in a batch. Each provider is opened at
 * its first use and then kept. Throws `EvaError` if a key is missing or EVA_BATCH_POLL_MS is invalid.
 */
export function openBatches(options: OpenBatchesOptions): (call: ModelCall) => Provider | undefined {
  const open = new Map<string, Provider | undefined>();
  return (call) => {
    if (!options.mayGo(call)) return undefined;
    const name = call.request.provider;
    if (!open.has(name)) open.set(name, openOne(name, options));
    return open.get(name);
  };
}

function openOne(name: string, options: OpenBatchesOptions): Provider | undefined {
  const { admission, configs, env, log, now, retry, signal, stop, tell } = options;
  const config = configOf(name, configs);
  const { openBatches: openApi } = typeOf(config);
  if (!openApi) return undefined;
  const created = createOptionsOf(name, config, options);
  const patience = patienceFrom(env);
  const sender = lazyProvider(name, async () => {
    return new BatchSender({
      provider: name,
      api: await openApi(created),
      log,
      patience,
      sleep: retry.sleep,
      now,
      date: () => new Date(),
      tell,
      admission: admission?.batch,
      stop,
      signal,
    });
  });
  const redactReply = redactor(providerKeys(env, created.withheld));
  return withRetry(withRedaction(sender, redactReply), retry, originOf(name, config, env));
}

/**
 * Sends the calls of one provider in batches. Collects requests until none has arrived for a while, and submits them as one batch or
 * several; each result answers its call. Waits first for batches of an earlier process of the run, so that nothing is submitted twice.
 * Throws `ProviderFailure` for a request without a reply that may be sent again, and a final `NoReply` if a batch cannot be submitted or
 * polled: it may continue at the provider, where a resumed run finds it.
 */
export class BatchSender implements Provider {
  readonly name: string;
  readonly #deps: BatchDeps;
  readonly #calls = new WaitingCalls();
  readonly #budget: BatchBudget;
  readonly #ended: EndedBatches;
  readonly #earlier: EarlierBatches;
  #submissions: number;
  #asked = 0;
  #isWorking = false;
  /** Number of batches whose results are being read. Their replies may lead to further calls. */
  #reading = 0;

  constructor(deps: BatchDeps) {
    this.#deps = deps;
    this.name = deps.provider;
    this.#budget = new BatchBudget(deps.admission, this.#calls, deps.signal);
    this.#ended = new EndedBatches(deps);
    this.#earlier = new EarlierBatches(deps, this.#calls, this.#ended, this.#budget);
    this.#submissions = submissionsIn(deps.log.notes());
    deps.stop.addEventListener('abort', () => this.#calls.failIn((where) => !isSending(where), deps.stop.reason));
    deps.signal.addEventListener('abort', () => this.#calls.failIn(() => true, deps.signal.reason));
  }

  async send(request: ModelRequest, { key, readFile }: Pick<SendOptions, 'key' | 'readFile'>): Promise<Reply> {
    if (key === undefined) throw new Error('a request of a batch needs a key');
    this.#deps.stop.throwIfAborted();
    this.#asked += 1;
    const reply = this.#calls.wait({ key, request, readFile });
    void this.#work();
    return reply;
  }

  /** Sends calls until all are sent. Does nothing if it is already running. */
  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      while (this.#calls.hasUnsent()) await this.#sendCollected();
    } catch (error) {
      this.#calls.failIn(isInNoBatch, this.#reasonFor(error));
    } finally {
      this.#isWorking = false;
    }
  }

  async #sendCollected(): Promise<void> {
    await this.#untilQuiet();
    await this.#fetchEarlier();
    this.#ended.note();
    const admitted = await this.#budget.admit(this.#deps.stop);
    for await (const chunk of this.#deps.api.split(admitted)) await this.#submit(chunk);
  }

  /** Fetches replies from earlier batches. Reserves their cost first: they are paid for, and other calls must not use it meanwhile. */
  async #fetchEarlier(): Promise<void> {
    const submitted = this.#calls.unsent().filter(({ key }) => this.#earlier.mayHold(key));
    this.#budget.holdSubmitted(submitted);
    await this.#earlier.fetch();
    const keys = new Set(submitted.map(({ key }) => key));
    this.#budget.release(this.#calls.unsent().filter(({ key }) => keys.has(key)));
  }

  async #untilQuiet(): Promise<void> {
    const { patience, sleep, stop } = this.#deps;
    let seen: number;
    do {
      seen = this.#asked;
      await sleep(patience.quietMs, stop);
    } while (seen !== this.#asked || this.#reading > 0);
  }

  async #submit(chunk: Chunk): Promise<void> {
    const { stop, tell } = this.#deps;
    this.#submissions += 1;
    this.#calls.move(chunk.calls, 'sending');
    const hasArrived = (lost: LostSubmission) => this.#earlier.fetchLost(lost);
    const batch = await submitBatch(chunk, this.#submissions, hasArrived, this.#deps);
    stop.throwIfAborted();
    if (!batch) return this.#calls.move(chunk.calls, 'unsent');
    const { id } = batch;
    this.#earlier.known.add(id);
    this.#calls.move(chunk.calls, { batch: id });
    tell({ change: 'submitted', id, requests: chunk.calls.length });
    void this.#follow(id);
  }

  /** Waits for the results of a batch, then answers or fails each of its calls. */
  async #follow(id: string): Promise<void> {
    try {
      const batch = await untilEnded(id, this.#deps);
      if (batch) await this.#read(batch);
      const failure = new ProviderFailure('server_error', attemptTexts.batch_no_result());
      this.#calls.failIn(inBatch(id), failure);
    } catch (error) {
      this.#calls.failIn(inBatch(id), this.#reasonFor(error));
    }
  }

  async #read(batch: Batch): Promise<void> {
    const { id } = batch;
    this.#reading += 1;
    try {
      const answered: string[] = [];
      const ids = new OwnIds(this.#calls.inState(inBatch(id)).map(({ key }) => key));
      await readResults(batch, { ids }, this.#deps, (result) => {
        const call = this.#calls.find(result.key, inBatch(id));
        if (!call) return;
        const reply = replyOfBatch(result, call.request);
        if (reply instanceof ProviderFailure) this.#calls.fail(call.key, reply);
        else {
          answered.push(call.key);
          this.#calls.answer(call.key, reply);
        }
      });
      this.#ended.add(id, answered);
    } finally {
      this.#reading -= 1;
    }
  }

  /** Returns the error for the calls of a batch. A `NoReply` keeps eva from submitting them twice: the provider may have them already. */
  #reasonFor(error: unknown): unknown {
    if (!(error instanceof ProviderFailure) || isFatal(error.kind)) return error;
    return new NoReply(noReplyTexts.batch_unread({ provider: this.name, failure: error.message }), {
      why: 'batch_unread',
      cause: error,
    });
  }
}

/**
 * Writes a note to the journal, then submits one batch. If the outcome of an attempt is unknown, searches for the batch before the next
 * attempt. Returns null if it was found and read. Throws the last `ProviderFailure`, the reason of `signal`, and the errors of `hasArrived`.
 */
async function submitBatch(
  chunk: Chunk,
  submission: number,
  hasArrived: (lost: LostSubmission) => Promise<boolean>,
  deps: BatchDeps,
): Promise<Batch | null> {
  const { api, date, log, patience, provider, signal, sleep, stop } = deps;
  const count = chunk.calls.length;
  const newest = await retryPatiently(deps, () => api.newest(stop));
  stop.throwIfAborted();
  const after = newest?.id ?? null;
  const ts = date().toISOString();
  const ids = new OwnIds(chunk.calls.map(({ key }) => key)).toNote();
  log.note({ note: 'batch_submitting', provider, submission, count, after, ts, ids });
  for (let failures = 1; ; failures++) {
    try {
      const batch = await api.create(chunk, signal);
      log.note({ note: 'batch_submitted', provider, submission, id: batch.id, ts: date().toISOString() });
      return batch;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderFailure)) throw error;
      if (mayExist(error) && (await hasArrived({ submission, count, after, ts, ids }))) return null;
      if (isFatal(error.kind) || failures >= patience.failures) {
        log.note({ note: 'batch_not_submitted', provider, submission });
        throw error;
      }
      await sleep(waitOf(error, failures, patience), stop);
    }
  }
}

/** Returns true if the batch may exist in spite of the failure: only a refusal (status below 500) rules that out. */
function mayExist({ status }: ProviderFailure): boolean {
  return status === undefined || status >= 500;
}
