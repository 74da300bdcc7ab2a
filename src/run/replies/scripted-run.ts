import { mediaReader } from '#library/prompt/media.js';
import { type ModelCall, type Reply, replyKey, type StoredReply } from '#model/reply/exchange.js';
import type { RunResult } from '#model/run/run.js';
import { routeTo } from '#provider/model-name.js';
import { anyPlaces, Pool } from '../collect/pool.js';
import { providerIdentities } from '../plan/evidence.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { run } from '../run.js';

/** The part of a reply that a person writes by hand. */
export type WrittenReply = Pick<Reply, 'text' | 'stop'> & Partial<Pick<Reply, 'tool_input' | 'tool_calls'>>;

export interface ScriptedRun {
  readonly result: RunResult;
  /** The replies, marked as synthetic, in the order of the calls. */
  readonly replies: readonly StoredReply[];
}

/**
 * Runs a prompt with replies that a person has written. Calls no model and no program, writes no file. `written` is the time in the
 * replies.
 */
export async function runScripted(
  open: Pick<OpenPrompt, 'root' | 'plan' | 'config' | 'programs' | 'prompt' | 'sampleOf'>,
  replyTo: (call: ModelCall) => WrittenReply,
  written: string,
): Promise<ScriptedRun> {
  const replies: StoredReply[] = [];
  const identities = providerIdentities(open.config, open.programs);
  const result = await run(open.plan, {
    sampleOf: open.sampleOf,
    ask: async (call) => {
      const asked = call as ModelCall;
      const key = replyKey(asked, identities.get(asked.request.provider));
      const stored = { key, ...storedReply(asked, replyTo(asked), written) };
      replies.push(stored);
      return stored;
    },
    route: (model) => routeTo(model, open.config.providers),
    nonce: () => '0'.repeat(32),
    programEnv: {},
    appEnv: () => ({}),
    appIdentity: () => '',
    readMedia: mediaReader(open.root),
    startedApps: new Set(),
    redact: (text) => text,
    promptDir: open.prompt.dir,
    signal: new AbortController().signal,
    stop: new AbortController().signal,
    abort: () => {},
    failFast: false,
    now: () => new Date(),
    elapsed: () => 0,
    runId: 'synthetic',
    evaVersion: 'synthetic',
    seat: new Pool(anyPlaces(1)).seat(),
    prices: {},
    repliesGiven: () => 0,
    emit: () => {},
  });
  return { result, replies };
}

function storedReply(call: ModelCall, written: WrittenReply, ts: string): Omit<StoredReply, 'key'> {
  const { role, draw } = call;
  const usage = { input_tokens: null, output_tokens: null };
  const reply = { ...written, usage, latency_s: 0, model: 'synthetic' };
  return { case: call.case, role, draw, source: 'synthetic', ts, reply };
}
