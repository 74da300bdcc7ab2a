import type { ModelSettings } from '#model/case.js';
import type { Ask, ModelCall, Reply, StoredReply } from '#model/reply/exchange.js';
import type { QuestionParts } from './parts.js';
import { shownReply } from './shown-reply.js';
import type { VerdictForm, VerdictKind } from './verdict.js';
import { type Reading, readVerdict } from './verdict-reply.js';

/** A question to a model whose answer has a form: a call of a tool, or a text that ends as it was told to. */
export interface Question<R> {
  readonly case: string;
  readonly role: 'judge' | 'trigger' | 'user' | 'rubric';
  readonly trial: number;
  readonly turn: number;
  readonly vote: number;
  readonly settings: ModelSettings;
  readonly compose: (form: VerdictForm, nonce: string) => QuestionParts;
  /** What a reply says, or why that cannot be told. Nothing is guessed. */
  readonly read: (reply: Reply, form: VerdictForm) => R | Unreadable;
}

export interface Unreadable {
  readonly unreadable: string;
}

/** What asking needs of the world. */
export interface Asking {
  readonly ask: Ask;
  /** Where a model's name leads; the name was checked when the run was planned. */
  readonly route: (model: string) => {
    readonly provider: string;
    readonly model: string;
    readonly forcesTools: boolean;
  };
  /** 32 fresh hexadecimal digits (128 random bits). */
  readonly nonce: () => string;
}

export interface Answered<R> {
  readonly reading: R | Unreadable;
  /** The reply that was read last. */
  readonly stored: StoredReply;
  /** The one before it, which could not be read. */
  readonly unread?: StoredReply;
}

/** Asks, and once more if the reply cannot be read. Throws `NoReply` if a reply could not be had. */
export async function askQuestion<R extends object>(question: Question<R>, deps: Asking): Promise<Answered<R>> {
  const form = deps.route(question.settings.model).forcesTools ? 'tool' : 'text';
  const first = await askOnce(question, form, 0, deps);
  if (!('unreadable' in first.reading)) return first;
  const second = await askOnce(question, formOfSecond(form, first.stored.reply), 1, deps);
  return { ...second, unread: first.stored };
}

/** A question to a judge, in whichever form it is put. */
export interface VerdictQuestion<T extends number | string> extends Omit<Question<Reading<T>>, 'turn' | 'read'> {
  readonly kind: VerdictKind<T>;
  /** Untrusted texts in the question; a verdict that stands in one of them is not the judge's. */
  readonly shown: readonly string[];
}

/** The verdict of a judge; or why it could not be read, with the beginning and the end of the last reply. */
export type JudgeReading<T> = Exclude<Reading<T>, Unreadable> | { readonly unreadable: string; readonly reply: string };

/** Asks a judge, and once more if its reply cannot be read. Throws `NoReply` if a reply could not be had. */
export async function askForVerdict<T extends number | string>(
  { kind, shown, ...question }: VerdictQuestion<T>,
  deps: Asking,
): Promise<JudgeReading<T>> {
  const read = (reply: Reply, form: VerdictForm) => readVerdict(reply, form, kind, shown);
  const { reading, stored } = await askQuestion({ ...question, turn: 0, read }, deps);
  return 'unreadable' in reading ? { ...reading, reply: shownReply(stored.reply) } : reading;
}

/** A model that answered freely where it was to call a tool is one whose server ignores tools: text is asked of it then. */
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
