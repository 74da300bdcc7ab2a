import { behaviorPrompt } from '#grade/judging/behavior.js';
import { judgePrompt } from '#grade/judging/judge-prompt.js';
import { triggerPrompt } from '#grade/judging/trigger.js';
import type { MissingRubric } from '#grade/rubric/missing-rubrics.js';
import { rubricPrompt } from '#grade/rubric/rubric-prompt.js';
import { mostTurns } from '#metrics/metric.js';
import type { BehaviorSpec, RubricSpec, Subject, TriggerSubject } from '#model/case.js';
import { tokensAdded } from '#model/limits.js';
import { levelsOf, maxLevelLength } from '#model/rubric.js';
import { placeholderPattern } from '#model/text/quoted.js';
import type { QuestionParts } from '#question/data.js';
import type { VerdictForm } from '#question/verdict.js';

/** Upper bound of the tokens of eva's own text in a question to a simulated user. */
export const tokensOfInstructions = 8000;

/** Upper bound of the tokens of eva's own text around one message of a conversation. */
export const tokensOfMarks = 300;

export function bytesOfText(text: string): number {
  return Buffer.byteLength(text);
}

/** Returns an upper bound of a rendered body in bytes, without rendering it: the body, plus each value as often as it is inserted. */
export function bytesOfBody(body: string, inputs: Readonly<Record<string, string>>): number {
  const values = [...body.matchAll(placeholderPattern)].map(([, name = '']) =>
    Object.hasOwn(inputs, name) ? (inputs[name] ?? '') : '',
  );
  return [body, ...values].reduce((sum, text) => sum + bytesOfText(text), 0);
}

/** Returns the tokens of the question whether a response meets a rubric, without message and response. */
export function tokensOfRubric({ text, judge }: RubricSpec): number {
  const question = { rubric: text, userMessage: '', response: '', scale: judge.scale };
  return tokensOfQuestion((form) => judgePrompt(question, form, anyNonce));
}

/** Returns the tokens of the question whether a query belongs to a prompt. */
export function tokensOfQuery({ query, routing }: TriggerSubject): number {
  return tokensOfQuestion((form) => triggerPrompt(query, routing, form, anyNonce));
}

/** Returns the tokens of the question how an application behaved, without the texts of the turns. */
export function tokensOfBehavior({ text, judge: { scale }, rubric }: BehaviorSpec, subject: Subject): number {
  const levels = rubric ?? Object.fromEntries(levelsOf(scale).map((level) => [level, longest]));
  const turns = Array.from({ length: mostTurns(subject) ?? 0 }, () => ({ user_message: '', app_response: '' }));
  const situation = subject.kind === 'conversation' ? subject : null;
  const observed = { situation, turns, behavior: text, levels, scale };
  return tokensOfQuestion((form) => behaviorPrompt(observed, form, anyNonce));
}

/** The longest possible description of a level: four bytes in each character. */
const longest = '\u{1f642}'.repeat(maxLevelLength);

/** Returns the tokens of the request for a rubric. */
export function tokensToWrite(missing: MissingRubric): number {
  return tokensOfQuestion((form) => rubricPrompt(missing, form, anyNonce));
}

const anyNonce = '0'.repeat(32);

/** Returns the tokens of the longer form of a question: eva uses the provider's form, and may use the other one in a retry. */
function tokensOfQuestion(compose: (form: VerdictForm) => QuestionParts): number {
  const forms: readonly VerdictForm[] = ['tool', 'text'];
  return tokensAdded + Math.max(...forms.map((form) => bytesOfText(JSON.stringify(compose(form)))));
}
