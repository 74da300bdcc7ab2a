import type { Case, PromptSubject } from '#model/case.js';
import { render } from '#model/text/placeholder.js';
import type { Answer } from './answer.js';
import { askModel } from './ask-model.js';
import type { SubjectDeps } from './deps.js';

/** Sends the rendered prompt as one user message and reads the reply. Throws `NoReply` if it could not be had. */
export async function answerPrompt(
  one: Case,
  subject: PromptSubject,
  body: string,
  trial: number,
  deps: SubjectDeps,
): Promise<Answer> {
  const messages = [{ role: 'user', content: renderOnce(subject, body) }] as const;
  const { settings } = subject;
  const { turn, outcome } = await askModel({ case: one.name, trial, turn: 0, settings, messages }, deps);
  return { turns: [turn], outcome };
}

const rendered = new WeakMap<PromptSubject, { readonly body: string; readonly text: string }>();

/** All trials of a case share one text, which is held once however many are in hand. */
function renderOnce(subject: PromptSubject, body: string): string {
  const known = rendered.get(subject);
  if (known?.body === body) return known.text;
  const text = render(body, subject.inputs);
  rendered.set(subject, { body, text });
  return text;
}
