import type { PromptSubject } from '#model/case.js';
import { render } from '#model/text/placeholder.js';
import type { Answer, SubjectTrial } from './answer.js';
import { askModel } from './ask-model.js';
import type { SubjectDeps } from './deps.js';

/** Sends the rendered prompt as one user message and reads the reply. Throws `NoReply` if there is no reply. */
export async function answerPrompt(
  { testCase, subject, body, trial }: SubjectTrial<PromptSubject>,
  deps: SubjectDeps,
): Promise<Answer> {
  const messages = [{ role: 'user', content: renderOnce(subject, body) }] as const;
  const { settings } = subject;
  const { turn, outcome } = await askModel({ case: testCase.name, trial, turn: 0, settings, messages }, deps);
  return { turns: [turn], outcome };
}

const rendered = new WeakMap<PromptSubject, { readonly body: string; readonly text: string }>();

/** Renders the prompt once for all trials of a case, so that concurrent trials share one text. */
function renderOnce(subject: PromptSubject, body: string): string {
  const known = rendered.get(subject);
  if (known?.body === body) return known.text;
  const text = render(body, subject.inputs);
  rendered.set(subject, { body, text });
  return text;
}
