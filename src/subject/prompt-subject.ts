import type { Case, PromptSubject } from '#model/case.js';
import { render } from '#model/placeholder.js';
import type { Answer } from './answer.js';
import { askModel } from './ask-model.js';
import type { SubjectDeps } from './deps.js';

/** Sends the rendered prompt as one user message and reads the reply. Throws `NoReply` if it could not be had. */
export async function answerPrompt(
  one: Case,
  { settings, inputs }: PromptSubject,
  body: string,
  trial: number,
  deps: SubjectDeps,
): Promise<Answer> {
  const messages = [{ role: 'user', content: render(body, inputs) }] as const;
  const { turn, outcome } = await askModel({ case: one.name, trial, turn: 0, settings, messages }, deps);
  return { turns: [turn], outcome };
}
