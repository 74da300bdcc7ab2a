import { callsPerTrial } from '#grade/index.js';
import { judgePrompt } from '#grade/judge-prompt.js';
import { triggerPrompt } from '#grade/trigger-prompt.js';
import type { Case, Expectation, ModelSettings, RubricSpec, TriggerSubject } from '#model/case.js';
import { type CallRole, callRoles } from '#model/exchange.js';
import { placeholderPattern } from '#model/placeholder.js';
import type { RunPlan } from '#model/run.js';
import type { QuestionParts } from '#question/parts.js';
import type { VerdictForm } from '#question/verdict.js';

/** Calls of one kind that a case will make at most, if nothing is asked twice. */
export interface PlannedCalls {
  readonly role: CallRole;
  readonly settings: ModelSettings;
  readonly times: number;
  /**
   * Tokens of one such request at most: no token is shorter than a byte. A response that is passed on to a judge counts as the
   * `max_tokens` that it may have.
   */
  readonly input_tokens: number;
}

/** What providers add to a request: marks between messages, and their explanation of tools (some hundred tokens). */
const tokensAdded = 1000;

/** The calls of a case to its subject and to its judges. */
export function plannedCalls(body: string, one: Case): readonly PlannedCalls[] {
  const { subject, sample_size } = one;
  if (subject.kind !== 'prompt') return one.expectations.flatMap((expectation) => callsToGrade(one, expectation, 0));
  const message = bytesOfMessage(body, subject.inputs);
  const response = subject.settings.max_tokens;
  return [
    { role: 'subject', settings: subject.settings, times: sample_size, input_tokens: message + tokensAdded },
    ...one.expectations.flatMap((expectation) => callsToGrade(one, expectation, message + response)),
  ];
}

/** How often a plan asks at most, by what is asked for. */
export function callsByRole({ body, cases }: Pick<RunPlan, 'body' | 'cases'>): Readonly<Record<CallRole, number>> {
  const calls = cases.flatMap((one) => plannedCalls(body, one));
  const of = (role: CallRole) => calls.reduce((sum, own) => sum + (own.role === role ? own.times : 0), 0);
  return Object.fromEntries(callRoles.map((role) => [role, of(role)])) as Record<CallRole, number>;
}

/** `shown`: tokens of what a judge is shown beside its own instructions. */
function callsToGrade(one: Case, expectation: Expectation, shown: number): readonly PlannedCalls[] {
  const times = one.sample_size * callsPerTrial(expectation);
  const { grader } = expectation;
  if (grader.grader === 'trigger' && one.subject.kind === 'trigger') {
    const { settings } = one.subject;
    return [{ role: 'trigger', settings, times, input_tokens: tokensOfQuery(one.subject) }];
  }
  if (grader.grader !== 'trial_passes' || !grader.params.rubric) return [];
  const { rubric } = grader.params;
  return [{ role: 'judge', settings: rubric.judge, times, input_tokens: tokensOfRubric(rubric) + shown }];
}

/** A bound that needs no rendering: the body, and each value as often as it is put in. */
function bytesOfMessage(body: string, inputs: Readonly<Record<string, string>>): number {
  const values = [...body.matchAll(placeholderPattern)].map(([, name = '']) =>
    Object.hasOwn(inputs, name) ? (inputs[name] ?? '') : '',
  );
  return [body, ...values].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}

function tokensOfRubric({ text, judge }: RubricSpec): number {
  const question = { rubric: text, userMessage: '', response: '', scale: judge.scale };
  return tokensOfQuestion((form) => judgePrompt(question, form, anyNonce));
}

function tokensOfQuery({ query, routing }: TriggerSubject): number {
  return tokensOfQuestion((form) => triggerPrompt(query, routing, form, anyNonce));
}

const anyNonce = '0'.repeat(32);

/** A judge is asked in the form that its provider takes, and perhaps in the other one after it. */
function tokensOfQuestion(compose: (form: VerdictForm) => QuestionParts): number {
  const forms: readonly VerdictForm[] = ['tool', 'text'];
  return tokensAdded + Math.max(...forms.map((form) => Buffer.byteLength(JSON.stringify(compose(form)))));
}
