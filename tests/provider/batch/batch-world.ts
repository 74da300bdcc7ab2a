import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { Budget } from '#model/config.js';
import type { ModelRequest, Reply, StoredReply } from '#model/reply/exchange.js';
import type { BatchChange } from '#model/run/notice.js';
import { redactor } from '#model/text/redact.js';
import { type BatchCallLimits, createBatchesApi, ordinaryCallLimits } from '#provider/anthropic/message-batches.js';
import type { BatchLog, BatchNote } from '#provider/batch/batch-log.js';
import { BatchSender } from '#provider/batch/batch-sender.js';
import { patienceFrom } from '#provider/batch/batches-api.js';
import { realSleep } from '#provider/wrappers/limits.js';
import { patientPolicy, withRetry } from '#provider/wrappers/retries.js';
import type { SpendingLog } from '#run/collect/budget.js';
import { openBudget } from '#run/collect/budget.js';
import { type FakeBatchesApi, type FakeBatchesOptions, startFakeBatchesApi } from '../../support/fake-batches-api.js';
import { sentinelKey } from '../../support/secrets.js';
import { storedReply } from '../../support/stored-reply.js';

const origin = { variable: 'ANTHROPIC_API_KEY', sendsKey: true, address: 'ANTHROPIC_BASE_URL' };

/** Returns the key of a call: 64 hexadecimal digits. */
export function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

/** Returns the names of calls: `call 0`, `call 1`, … */
export function names(count: number, prefix = 'call'): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
}

/** A journal in memory with which a run can be resumed. */
export class MemoryLog implements BatchLog {
  readonly written: BatchNote[] = [];
  readonly replies = new Map<string, Reply>();

  notes(): readonly BatchNote[] {
    return this.written;
  }

  note(note: BatchNote): void {
    this.written.push(note);
  }

  holds(key: string): boolean {
    return this.replies.has(key);
  }

  /** Names of the notes, in order. */
  said(): readonly string[] {
    return this.written.map(({ note }) => note);
  }
}

export interface World {
  readonly server: FakeBatchesApi;
  readonly log: MemoryLog;
  readonly told: BatchChange[];
  /** The fixed time of day. */
  readonly clock: { date: Date };
  /** Starts or resumes the run, like a new process. */
  readonly start: () => Process;
}

export interface Process {
  /** Returns the reply to a call, from the journal or from a batch, and stores it in the journal. */
  readonly ask: (name: string) => Promise<Reply>;
  readonly askAll: (names: readonly string[]) => Promise<readonly string[]>;
  readonly stop: () => void;
  /** Reserves the budget for a direct call, not in a batch. */
  readonly admitDirect: (name: string) => Promise<unknown>;
  /** Ends everything like a kill. Nothing is written to the journal afterwards. */
  readonly kill: () => void;
}

/** Opens a provider with batches on a loopback server, with waits of a few milliseconds. */
export async function openWorld(
  t: TestContext,
  options: FakeBatchesOptions & { readonly limits?: Partial<BatchCallLimits>; readonly budget?: Budget } = {},
): Promise<World> {
  const server = await startFakeBatchesApi({ answer: (body) => `to ${body.messages[0].content}`, ...options });
  t.after(() => server.close());
  const log = new MemoryLog();
  const told: BatchChange[] = [];
  const clock = { date: new Date('2026-01-02T03:04:05Z') };
  const start = () => startProcess(t, server, log, told, clock, options.limits ?? {}, options.budget ?? {});
  return { server, log, told, clock, start };
}

function startProcess(
  t: TestContext,
  server: FakeBatchesApi,
  log: MemoryLog,
  told: BatchChange[],
  clock: { readonly date: Date },
  limits: Partial<BatchCallLimits>,
  budget: Budget,
): Process {
  const stop = new AbortController();
  const end = new AbortController();
  let isAlive = true;
  const kill = () => {
    isAlive = false;
    stop.abort(new Error('stopped'));
    end.abort(new Error('ended'));
  };
  t.after(kill);
  const redact = redactor([sentinelKey]);
  const config = { name: 'anthropic', apiKey: sentinelKey, baseUrl: server.url, redact };
  const admission = openBudget(budget, prices, spendingIn(log));
  const sender = new BatchSender({
    provider: 'anthropic',
    api: createBatchesApi(config, { ...ordinaryCallLimits, ...limits }),
    log: { notes: () => log.notes(), holds: (key) => log.holds(key), note: (note) => isAlive && log.note(note) },
    patience: { ...patienceFrom({ EVA_BATCH_POLL_MS: '2' }), quietMs: 20 },
    sleep: realSleep,
    now: () => performance.now(),
    date: () => clock.date,
    tell: (change) => told.push(change),
    admission: admission.batch,
    stop: stop.signal,
    signal: end.signal,
  });
  const policy = { ...patientPolicy, backoffMs: [1], busyMs: [1], random: () => 0 };
  const provider = withRetry(sender, policy, origin);
  const ask = async (name: string): Promise<Reply> => {
    const key = keyOf(name);
    const kept = log.replies.get(key);
    if (kept) return kept;
    const options = { signal: end.signal, stop: stop.signal, timeout_s: 1, key };
    const reply = await provider.send(requestOf(name), options);
    if (isAlive) log.replies.set(key, reply);
    return reply;
  };
  return {
    ask,
    askAll: async (all) => (await Promise.all(all.map(ask))).map(({ text }) => text),
    stop: () => stop.abort(new Error('stopped')),
    admitDirect: (name) => admission.admit(requestOf(name), stop.signal),
    kill,
  };
}

const prices = { 'claude-test': { input: 0, output: 100 } };

/** Returns the cost of the replies in a journal. */
function spendingIn(log: MemoryLog): SpendingLog {
  const stored = (reply: Reply): StoredReply => ({ ...storedReply(), model: 'claude-test', source: 'model', reply });
  return { replies: () => [...log.replies.values()].map(stored), notes: () => log.written, note: () => {} };
}

export function requestOf(content: string): ModelRequest {
  return { provider: 'anthropic', model: 'claude-test', messages: [{ role: 'user', content }], max_tokens: 64 };
}
