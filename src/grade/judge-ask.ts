import type { ModelSettings } from '#model/case.js';
import type { Call, Reply } from '#model/exchange.js';
import type { GradeDeps } from './deps.js';
import type { QuestionParts } from './judge-prompt.js';
import { type Reading, readVerdict } from './judge-reply.js';
import type { VerdictForm, VerdictKind } from './judge-verdict.js';

/** A question to a judge, in whichever form it is put. */
export interface JudgeQuestion<T extends number | string> {
  readonly case: string;
  readonly role: 'judge' | 'trigger';
  readonly trial: number;
  readonly vote: number;
  readonly settings: ModelSettings;
  readonly kind: VerdictKind<T>;
  readonly compose: (form: VerdictForm, nonce: string) => QuestionParts;
  /** Untrusted texts in the question; a verdict that stands in one of them is not the judge's. */
  readonly shown: readonly string[];
}

/** What asking a judge needs of the world. */
export type Asking = Pick<GradeDeps, 'ask' | 'route' | 'nonce'>;

/** Asks a judge, and once more if its reply cannot be read. Throws `NoReply` if a reply could not be had. */
export async function askForVerdict<T extends number | string>(
  question: JudgeQuestion<T>,
  deps: Asking,
): Promise<Reading<T>> {
  const form = deps.route(question.settings.model).forcesTools ? 'tool' : 'text';
  const first = await askOnce(question, form, 0, deps);
  if (!('unreadable' in first.reading)) return first.reading;
  const second = await askOnce(question, formOfSecond(form, first.reply), 1, deps);
  return second.reading;
}

/** A model that answered freely where it was to call a tool is one whose server ignores tools: text is asked of it then. */
function formOfSecond(form: VerdictForm, first: Reply): VerdictForm {
  const isFree = first.tool_input === undefined && first.stop !== 'max_tokens' && first.stop !== 'refusal';
  return isFree ? 'text' : form;
}

async function askOnce<T extends number | string>(
  question: JudgeQuestion<T>,
  form: VerdictForm,
  attempt: number,
  deps: Asking,
): Promise<{ readonly reply: Reply; readonly reading: Reading<T> }> {
  const { reply } = await deps.ask(toCall(question, form, attempt, deps));
  return { reply, reading: readVerdict(reply, form, question.kind, question.shown) };
}

function toCall<T extends number | string>(
  question: JudgeQuestion<T>,
  form: VerdictForm,
  attempt: number,
  deps: Asking,
): Call {
  const { role, trial, vote, settings } = question;
  const { provider, model } = deps.route(settings.model);
  const nonce = deps.nonce();
  return {
    case: question.case,
    role,
    draw: { trial, turn: 0, vote, attempt },
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
