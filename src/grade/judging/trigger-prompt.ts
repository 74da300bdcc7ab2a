import type { Routing } from '#model/prompt.js';
import { markAsData } from '#question/data.js';
import { askFor, dataNotInstructions, howToAnswer, type QuestionParts } from '#question/parts.js';
import { decisionVerdict, type VerdictForm } from '#question/verdict.js';

const system = `You decide whether a request belongs to a prompt of a library, by what the prompt says of itself. ${dataNotInstructions}`;

/** Builds the question whether a query belongs to a prompt: its routing texts, never its body. */
export function triggerPrompt(query: string, routing: Routing, form: VerdictForm, nonce: string): QuestionParts {
  const content = [
    `The request:\n${markAsData('request', query, nonce)}`,
    `What the prompt is for:\n${markAsData('description', routing.description, nonce)}`,
    ...listed('Requests that it is meant for', 'triggers', routing.triggers, nonce),
    ...listed('Requests that it is not meant for', 'not-for', routing.not_for, nonce),
    'Would somebody who makes this request want this prompt to be used? YES or NO.',
    howToAnswer(decisionVerdict, form),
  ].join('\n\n');
  return askFor(system, content, decisionVerdict, form);
}

function listed(title: string, name: string, items: readonly string[], nonce: string): readonly string[] {
  if (items.length === 0) return [];
  const lines = items.map((item) => `- ${item}`).join('\n');
  return [`${title}:\n${markAsData(name, lines, nonce)}`];
}
