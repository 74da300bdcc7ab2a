import type { App, Case, ConversationSubject } from '#model/case.js';
import type { Call, ModelRequest, Reply, ReplyStore, StoredReply } from '#model/reply/exchange.js';
import { withReplies } from '#provider/wrappers/kept-replies.js';
import type { SubjectDeps } from '#subject/deps.js';
import { caseWith } from './prompt.js';
import { createScripted, type ScriptStep } from './scripted-provider.js';

export const modelApp: App = { app: 'model', settings: { model: 'app-1', timeout_s: 30, max_tokens: 400 } };
export const functionApp: App = { app: 'function', timeout_s: 30 };

/** Makes a case whose user wants to log in again, with the given fields of its subject. */
export function talkWith(part: Partial<ConversationSubject> = {}): Case {
  const subject: ConversationSubject = {
    kind: 'conversation',
    given: 'The password is forgotten.',
    when: 'Ask for a new one.',
    inputs: {},
    max_turns: 6,
    app: modelApp,
    user_simulator: { model: 'user-1', timeout_s: 20, max_tokens: 200 },
    writing_style: null,
    seed: 0,
    ...part,
  };
  return { ...caseWith('log in', []), subject };
}

/** Returns the user's next message or the end, as a tool call. */
export function move(message: string, next: 'continue' | 'goal_met' | 'gave_up' = 'continue'): Partial<Reply> {
  return { stop: 'tool_call', tool_input: { message, next } };
}

export const goalMet = move('', 'goal_met');

/** Returns a script with steps of the user (model `user-1`) and of the model under test, each in order. */
export function inOrder(user: readonly ScriptStep[], app: readonly ScriptStep[] = []) {
  const left = { user: [...user], app: [...app] };
  return ({ model }: ModelRequest): ScriptStep => {
    const step = (model === 'user-1' ? left.user : left.app).shift();
    if (step === undefined) throw new Error(`no further reply was written for ${model}`);
    return step;
  };
}

/** Makes a store of replies in memory. */
export function memory(): ReplyStore & { readonly all: StoredReply[] } {
  const all: StoredReply[] = [];
  return { all, get: (key) => all.find((one) => one.key === key), put: (reply) => all.push(reply) };
}

export interface TalkOptions extends Partial<SubjectDeps> {
  readonly journal?: ReplyStore;
  readonly forcesTools?: boolean;
}

/** Makes the dependencies of a conversation, with scripted replies through the real `withReplies`. `calls` lists the calls. */
export function talkDeps(step: (request: ModelRequest) => ScriptStep, options: TalkOptions = {}) {
  const { journal = memory(), forcesTools = true, ...part } = options;
  const calls: Call[] = [];
  let nonces = 0;
  const signal = part.signal ?? new AbortController().signal;
  const now = () => new Date('2026-01-02T03:04:05Z');
  const provider = createScripted(step);
  const identity = () => undefined;
  const kept = withReplies({
    journal,
    sources: () => [],
    sinks: [],
    provider: () => provider,
    identity,
    live: () => true,
    onReply: () => {},
    now,
    signal,
    stop: signal,
  });
  const deps: SubjectDeps = {
    ask: (call) => {
      calls.push(call);
      return kept(call);
    },
    route: (model) => ({ provider: 'scripted', model, forcesTools, config: { type: 'scripted' } }),
    nonce: () => (++nonces).toString(16).padStart(32, 'a'),
    now,
    elapsed: () => 0,
    prices: {},
    promptDir: '/nowhere',
    programEnv: {},
    appEnv: () => ({}),
    appIdentity: () => 'unchanged',
    readMedia: async ({ path }) => `bytes of ${path}`,
    startedApps: new Set(),
    redact: (text) => text,
    signal,
    ...part,
  };
  return { deps, calls, requests: provider.requests };
}
