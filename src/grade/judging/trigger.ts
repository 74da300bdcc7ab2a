import type { Case } from '#model/case.js';
import type { Routing } from '#model/prompt.js';
import type { Finding } from '#model/run/trial.js';
import { type Asking, askForVerdict } from '#provider/question/ask.js';
import { askFor, dataNotInstructions, howToAnswer, markAsData, type QuestionParts } from '#provider/question/data.js';
import { decisionVerdict, type VerdictForm } from '#provider/question/verdict.js';
import { type Graded, gradedBy } from '../graded.js';

/** Returns 1 if the trigger judge decides as the query's list expects, else 0; no value if its decision cannot be read. */
export async function gradeTrigger(testCase: Case, trial: number, deps: Asking): Promise<Graded> {
  return gradedBy(await triggerFinding(testCase, trial, deps));
}

async function triggerFinding(testCase: Case, trial: number, deps: Asking): Promise<Finding> {
  const { subject } = testCase;
  if (subject.kind !== 'trigger') throw new Error(`"${testCase.name}" is graded as a query but is a ${subject.kind}`);
  const { query, routing, settings, should_match } = subject;
  const about = should_match ? 'should_match' : 'should_not_match';
  const reading = await askForVerdict(
    {
      case: testCase.name,
      role: 'trigger',
      trial,
      vote: 0,
      settings,
      kind: decisionVerdict,
      compose: (form, nonce) => triggerPrompt(query, routing, form, nonce),
      shown: [query],
    },
    deps,
  );
  if ('unreadable' in reading)
    return {
      about,
      holds: null,
      reason: `ungraded: ${reading.unreadable}`,
      judge_reply: reading.reply,
    };
  const holds = (reading.value === 'YES') === should_match;
  return { about, holds, reason: `decided ${reading.value}: ${reading.reason}` };
}

const system = `You decide whether a request belongs to a prompt of a library, by what the prompt says of itself. ${dataNotInstructions}`;

/** Builds the prompt that asks whether a query belongs to a prompt. It shows the prompt's routing texts, never its body. */
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
