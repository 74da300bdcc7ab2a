import { callsPerTrial } from '#grade/index.js';
import { type MissingRubric, missingRubrics } from '#grade/rubric/missing-rubrics.js';
import { rubricSettings } from '#grade/rubric/write-rubric.js';
import type { Case, ConversationSubject, Expectation, ModelSettings } from '#model/case.js';
import { unreachable } from '#model/data/unreachable.js';
import { tokensAdded } from '#model/limits.js';
import { type CallRole, callRoles } from '#model/reply/exchange.js';
import type { RunPlan } from '#model/run/run.js';
import {
  bytesOfBody,
  bytesOfText,
  tokensOfBehavior,
  tokensOfInstructions,
  tokensOfMarks,
  tokensOfQuery,
  tokensOfRubric,
  tokensToWrite,
} from './request-size.js';

/** Calls of one kind that a case will make at most, if nothing is asked twice. */
export interface PlannedCalls {
  readonly role: CallRole;
  /** How the model is asked; null for an application that is no model of eva's. */
  readonly settings: ModelSettings | null;
  readonly times: number;
  /**
   * Tokens of one such request at most, of turns on average: no token is shorter than a byte. A text that a model wrote and that is
   * passed on counts as the `max_tokens` that it may have. null where an application may have written at any length.
   */
  readonly input_tokens: number | null;
}

type PlannedCases = Pick<RunPlan, 'body' | 'cases'>;

/** Returns the calls of a plan: those of its cases, and those that write rubrics before them. */
export function callsOf({ body, cases }: PlannedCases): readonly PlannedCalls[] {
  return [...cases.flatMap((testCase) => plannedCalls(body, testCase)), ...missingRubrics(cases).map(callToWrite)];
}

/** Returns the calls of a case to its subject, to the simulated user and to its judges. */
export function plannedCalls(body: string, testCase: Case): readonly PlannedCalls[] {
  const { subject, sample_size: times } = testCase;
  switch (subject.kind) {
    case 'prompt': {
      const message = bytesOfBody(body, subject.inputs);
      const shown = message + subject.settings.max_tokens;
      const asked = {
        role: 'subject',
        settings: subject.settings,
        times,
        input_tokens: message + tokensAdded,
      } as const;
      return [asked, ...callsToGrade(testCase, shown)];
    }
    case 'conversation':
      return [...conversationCalls(body, subject, times), ...callsToGrade(testCase, tokensOfConversation(subject))];
    case 'trigger': {
      const { settings } = subject;
      return [{ role: 'trigger', settings, times, input_tokens: tokensOfQuery(subject) }];
    }
    default:
      return unreachable(subject);
  }
}

/** Returns how often a plan asks at most, by what is asked for. */
export function callsByRole(plan: PlannedCases): Readonly<Record<CallRole, number>> {
  const calls = callsOf(plan);
  const of = (role: CallRole) => calls.reduce((sum, own) => sum + (own.role === role ? own.times : 0), 0);
  return Object.fromEntries(callRoles.map((role) => [role, of(role)])) as Record<CallRole, number>;
}

/** Returns how often a plan asks models at most. */
export function callsOfModels(plan: PlannedCases): number {
  return callsOf(plan).reduce((sum, { settings, times }) => sum + (settings === null ? 0 : times), 0);
}

/** `shown`: tokens of what a judge is shown beside its own instructions; null where nothing bounds them. */
function callsToGrade(testCase: Case, shown: number | null): readonly PlannedCalls[] {
  return testCase.expectations.flatMap((expectation) => {
    const question = questionOf(expectation, testCase);
    if (!question) return [];
    const times = testCase.sample_size * callsPerTrial(expectation);
    const input_tokens = shown === null ? null : question.tokens + shown;
    return [{ role: 'judge', settings: question.judge, times, input_tokens }] as const;
  });
}

function questionOf(
  { grader }: Expectation,
  { subject }: Case,
): { readonly judge: ModelSettings; readonly tokens: number } | null {
  if (grader.grader === 'expected_behavior') {
    return { judge: grader.params.judge, tokens: tokensOfBehavior(grader.params, subject) };
  }
  const rubric = grader.grader === 'trial_passes' ? grader.params.rubric : undefined;
  return rubric ? { judge: rubric.judge, tokens: tokensOfRubric(rubric) } : null;
}

function callToWrite(missing: MissingRubric): PlannedCalls {
  return { role: 'rubric', settings: rubricSettings(missing.judge), times: 1, input_tokens: tokensToWrite(missing) };
}

/** Returns the calls of conversations to the simulated user and to the application: at most `max_turns` of each, `times` times. */
export function conversationCalls(body: string, subject: ConversationSubject, times: number): readonly PlannedCalls[] {
  const turns = times * subject.max_turns;
  return [
    { role: 'user', settings: subject.user_simulator, times: turns, input_tokens: tokensOfUser(subject) },
    appCalls(body, subject, turns),
  ];
}

/** Returns the tokens of a whole conversation at most; null where an application may write at any length. */
export function tokensOfConversation(subject: ConversationSubject): number | null {
  const exchange = tokensOfExchange(subject);
  return exchange === null ? null : subject.max_turns * exchange;
}

/** One message of the user and one response. */
function tokensOfExchange({ user_simulator, app }: ConversationSubject): number | null {
  return app.app === 'model' ? user_simulator.max_tokens + app.settings.max_tokens : null;
}

/** Returns the tokens of a request to the simulated user. In turn k it contains the k exchanges before: half of `max_turns` - 1 on average. */
function tokensOfUser(subject: ConversationSubject): number | null {
  const own = tokensOfInstructions + tokensAdded + bytesOfScene(subject) + bytesOfStyle(subject);
  const before = (subject.max_turns - 1) / 2;
  if (before === 0) return own;
  const exchange = tokensOfExchange(subject);
  return exchange === null ? null : own + before * (exchange + 2 * tokensOfMarks);
}

function appCalls(body: string, subject: ConversationSubject, times: number): PlannedCalls {
  const { app, inputs, max_turns, user_simulator } = subject;
  if (app.app !== 'model') return { role: 'subject', settings: null, times, input_tokens: null };
  const before = (max_turns - 1) / 2;
  const messages = (before + 1) * user_simulator.max_tokens + before * app.settings.max_tokens;
  const input_tokens = bytesOfBody(body, inputs) + tokensAdded + messages;
  return { role: 'subject', settings: app.settings, times, input_tokens };
}

function bytesOfScene({ given, when }: ConversationSubject): number {
  return bytesOfText(given) + bytesOfText(when);
}

/** Returns the longest style that can be drawn. */
function bytesOfStyle({ writing_style: styles }: ConversationSubject): number {
  if (styles === null) return 0;
  return Object.values(styles).reduce((sum, axis) => sum + Math.max(...axis.map(bytesOfText)), 0);
}
