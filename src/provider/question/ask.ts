import { RefusedRequest } from '#model/problem.js';
import type { Ask, ModelCall, Reply, StoredReply } from '#model/reply/exchange.js';
import type { OnUse } from '#model/run/trial.js';
import type { ModelSettings } from '#model/settings.js';
import type { QuestionParts } from './data.js';
import { readVerdict, type VerdictForm, type VerdictKind, type VerdictReading } from './verdict.js';

/** A question to a model that must answer in a given form: a tool call, or a text with a given last line. */
interface Question<R> {
  readonly case: string;
  readonly role: 'judge' | 'trigger' | 'user' | 'rubric';
  readonly trial: number;
  readonly turn: number;
  readonly vote: number;
  readonly settings: ModelSettings;
  readonly compose: (form: VerdictForm, nonce: string) => QuestionParts;
  /** Reads a reply strictly. Returns the reason if it is unreadable. */
  readonly read: (reply: Reply, form: VerdictForm) => R | Unreadable;
}

export interface Unreadable {
  readonly unreadable: string;
}

/** The dependencies of a question. */
export interface Asking {
  readonly ask: Ask;
  /** Returns the provider of a model's name; planning has checked that there is one. */
  readonly route: (model: string) => {
    readonly provider: string;
    readonly model: string;
    readonly forcesTools: boolean;
  };
  /** Returns 32 new hexadecimal digits (128 random bits). */
  readonly nonce: () => string;
  readonly onUse?: OnUse;
}

export interface Answered<R> {
  readonly reading: R | Unreadable;
  /** The last reply. */
  readonly stored: StoredReply;
  /** The reply before the last one, if that was unreadable. */
  readonly unread?: StoredReply;
}

/** Asks a question, and asks a second time if the reply is unreadable. Throws `NoReply` if there is no reply. */
export async function askQuestion<R extends object>(question: Question<R>, deps: Asking): Promise<Answered<R>> {
  const form = deps.route(question.settings.model).forcesTools ? 'tool' : 'text';
  const first = await askOnce(question, form, 0, deps);
  if (!('unreadable' in first.reading)) return first;
  const second = await askOnce(question, formOfSecond(form, first.stored.reply), 1, deps);
  return { ...second, unread: first.stored };
}

interface VerdictQuestion<T extends number | string> extends Omit<Question<VerdictReading<T>>, 'turn' | 'read'> {
  readonly kind: VerdictKind<T>;
  /** Untrusted texts in the question. A verdict that one of them contains does not count as the judge's. */
  readonly shown: readonly string[];
}

/** The verdict of a judge, or a sentence why there is none, with the beginning and the end of the last reply, which is empty without one. */
type JudgeReading<T> = Exclude<VerdictReading<T>, Unreadable> | { readonly unreadable: string; readonly reply: string };

/**
 * Asks a judge for a verdict, and asks a second time if the reply is unreadable. There is none if the server refuses the request. Throws `NoReply` if
 * there is no reply.
 */
export async function askForVerdict<T extends number | string>(
  { kind, shown, ...question }: VerdictQuestion<T>,
  deps: Asking,
): Promise<JudgeReading<T>> {
  const read = (reply: Reply, form: VerdictForm) => readVerdict(reply, form, kind, shown);
  const judge = { what: 'judge', name: question.settings.model, tryIt: null } as const;
  try {
    const { reading, stored } = await askQuestion({ ...question, turn: 0, read }, deps);
    const isRead = !('unreadable' in reading);
    deps.onUse?.(judge, isRead ? null : `its reply held no verdict: ${reading.unreadable}`);
    if (isRead) return reading;
    const name = question.role === 'trigger' ? 'the trigger judge' : 'the judge';
    const unreadable = `two replies of ${name} held no verdict; the last: ${reading.unreadable}`;
    return { unreadable, reply: shownReply(stored.reply) };
  } catch (error) {
    if (!(error instanceof RefusedRequest)) throw error;
    return { unreadable: `the judge was not asked: ${error.message}`, reply: '' };
  }
}

/** Returns the form of the second question. It is text if the model ignored the tool, since its server may not support tools. */
function formOfSecond(form: VerdictForm, first: Reply): VerdictForm {
  const isFree = first.tool_input === undefined && first.stop !== 'max_tokens' && first.stop !== 'refusal';
  return isFree ? 'text' : form;
}

async function askOnce<R>(
  question: Question<R>,
  form: VerdictForm,
  attempt: number,
  deps: Asking,
): Promise<Answered<R>> {
  const stored = await deps.ask(toCall(question, form, attempt, deps));
  return { stored, reading: question.read(stored.reply, form) };
}

function toCall<R>(question: Question<R>, form: VerdictForm, attempt: number, deps: Asking): ModelCall {
  const { role, trial, turn, vote, settings } = question;
  const { provider, model } = deps.route(settings.model);
  const nonce = deps.nonce();
  return {
    case: question.case,
    role,
    draw: { trial, turn, vote, attempt },
    nonces: [nonce],
    timeout_s: settings.timeout_s,
    request: {
      provider,
      model,
      ...question.compose(form, nonce),
      max_tokens: settings.max_tokens,
      ...(settings.temperature !== undefined && { temperature: settings.temperature }),
    },
  };
}

/** Greatest number of code points shown of a reply. */
const most = 300;
/** Number of them that come from the end, where the verdict is expected. */
const atEnd = 180;

/**
 * Returns a model's reply for display: its text, or the arguments of its tool call as JSON, shortened to 300 code points. The
 * result is untrusted.
 */
export function shownReply({ text, tool_input }: Reply): string {
  const written = tool_input === undefined ? text.trim() : JSON.stringify(tool_input);
  const isShort = written.length <= 4 * most;
  const points = isShort ? [...written] : [...written.slice(0, 2 * most), ...written.slice(-2 * most)];
  if (points.length <= most) return written;
  return `${points.slice(0, most - atEnd).join('')} … ${points.slice(-atEnd).join('')}`;
}
