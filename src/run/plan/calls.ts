import { refusalPrompt } from '#grade/checks/refuses.js';
import { behaviorPrompt } from '#grade/judging/behavior.js';
import { judgePrompt } from '#grade/judging/judge.js';
import { triggerPrompt } from '#grade/judging/trigger.js';
import { type MissingRubric, missingRubrics, rubricPrompt, rubricSettings } from '#grade/rubric.js';
import type { Case, CaseText, ConversationSubject, Expectation, PromptSubject, Subject } from '#model/case.js';
import type { LibraryConfig } from '#model/config.js';
import { unreachable } from '#model/data/collections.js';
import type { Dataset } from '#model/dataset.js';
import {
  type BehaviorSpec,
  checksOfGrader,
  embeddingCheck,
  innerChecks,
  isValueReference,
  type RubricSpec,
  rubricsOf,
} from '#model/grader.js';
import { mostTokensOfFiles, tokensAdded } from '#model/limits.js';
import { findMetric, mostTurns } from '#model/metrics.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { type Body, bodyText } from '#model/prompt.js';
import { referencesIn } from '#model/references.js';
import { type CallRole, callRoles, type MediaPath } from '#model/reply/exchange.js';
import { levelsOf, maxLevelLength } from '#model/rubric.js';
import type { RunPlan, RunSettings } from '#model/run/run.js';
import type { ModelSettings, SubjectSettings } from '#model/settings.js';
import { placeholderPattern, short } from '#model/text/quoted.js';
import { routeOf } from '#provider/model-name.js';
import type { QuestionParts } from '#provider/question/data.js';
import type { VerdictForm } from '#provider/question/verdict.js';
import { providerTypes } from '#provider/types/index.js';
import { judgesOfChecks } from './evidence.js';

/** The calls of one kind that a case makes, without retries. `times` is an upper bound. */
export interface PlannedCalls {
  readonly role: CallRole;
  /** The settings of the model; null for an application that is not a model called by eva. */
  readonly settings: ModelSettings | null;
  readonly times: number;
  /**
   * Upper bound of the tokens of one such request (an average over turns and over the items of a data set), since a token has at least one
   * byte. A model's text that is passed on counts with its `max_tokens`. null if it contains an application's text of unknown length.
   */
  readonly input_tokens: number | null;
}

type PlannedCases = Pick<RunPlan, 'body' | 'cases'>;

/** Returns the calls of a plan: those of its cases, and those that write missing rubrics first. */
export function callsOf({ body, cases }: PlannedCases): readonly PlannedCalls[] {
  return [...cases.flatMap((testCase) => plannedCalls(body, testCase)), ...missingRubrics(cases).map(callToWrite)];
}

export function plannedCalls(body: Body, testCase: Case): readonly PlannedCalls[] {
  const { subject, sample_size: times } = testCase;
  switch (subject.kind) {
    case 'prompt': {
      const { settings } = subject;
      const texts = bytesOfMessages(body, subject) + bytesOfItem(testCase, textsOfRequest(body, subject));
      const input_tokens = texts + tokensOfFiles(body, subject) + tokensOfOptions(settings) + tokensAdded;
      const asked = { role: 'subject', settings, times, input_tokens } as const;
      return [asked, ...callsToGrade(testCase, texts + settings.max_tokens)];
    }
    case 'conversation':
      return [...conversationCalls(body, testCase, subject), ...callsToGrade(testCase, tokensOfConversation(subject))];
    case 'trigger': {
      const { settings } = subject;
      return [
        {
          role: 'trigger',
          settings,
          times,
          input_tokens: tokensOfQuestion((form) => triggerPrompt(subject.query, subject.routing, form, anyNonce)),
        },
      ];
    }
    default:
      return unreachable(subject);
  }
}

/** Returns the greatest number of calls of plans together, by role. */
export function callsByRole(plans: readonly PlannedCases[]): Readonly<Record<CallRole, number>> {
  const calls = plans.flatMap(callsOf);
  const timesOf = (role: CallRole) => calls.reduce((sum, call) => sum + (call.role === role ? call.times : 0), 0);
  return Object.fromEntries(callRoles.map((role) => [role, timesOf(role)])) as Record<CallRole, number>;
}

/** Returns the greatest number of calls to models of a plan. */
export function callsOfModels(plan: PlannedCases): number {
  return callsOf(plan).reduce((sum, { settings, times }) => sum + (settings === null ? 0 : times), 0);
}

/**
 * Returns the judge calls of a case. `shown`: tokens of the texts in the question, besides the instructions; null if they are unbounded.
 */
function callsToGrade(testCase: Case, shown: number | null): readonly PlannedCalls[] {
  const { subject } = testCase;
  const item = subject.kind === 'conversation' ? bytesOfItem(testCase, [subject.given, subject.when]) : 0;
  return testCase.expectations.flatMap((expectation) => [
    ...callsToEmbed(expectation, testCase, shown),
    ...questionsOf(expectation, testCase).map(({ judge, votes, tokens }) => {
      const input_tokens = shown === null ? null : tokens + shown + item;
      return { role: 'judge', settings: judge, times: testCase.sample_size * votes, input_tokens } as const;
    }),
  ]);
}

/** Returns the calls for embeddings: one for each response, and one for each text that responses are compared with. */
function callsToEmbed({ grader }: Expectation, testCase: Case, shown: number | null): readonly PlannedCalls[] {
  const { sample_size, dataset } = testCase;
  const compared = checksOfGrader(grader).filter(({ op }) => op === embeddingCheck);
  return compared.flatMap(({ value, embedding }) => {
    if (!embedding) return [];
    const settings = { ...embedding, max_tokens: 0 };
    const texts = dataset && referencesIn(value).length > 0 ? sample_size : 1;
    const bytes = bytesOfText(JSON.stringify(value)) + (dataset?.mean_bytes ?? 0);
    return [
      { role: 'embedding', settings, times: sample_size, input_tokens: shown },
      { role: 'embedding', settings, times: texts, input_tokens: Math.ceil(bytes) },
    ];
  });
}

/** A question to a judge, how often it is asked for one trial, and its tokens without the response. */
interface PlannedQuestion {
  readonly judge: ModelSettings;
  readonly votes: number;
  readonly tokens: number;
}

function questionsOf({ grader }: Expectation, { subject, dataset }: Case): readonly PlannedQuestion[] {
  if (grader.grader === 'expected_behavior') {
    const { params } = grader;
    const tokens = tokensOfBehavior(params, subject) + tokensOfReference(params, dataset);
    return [{ judge: params.judge, votes: params.judge.votes, tokens }];
  }
  if (grader.grader !== 'trial_passes') return [];
  const refusals = judgesOfChecks(grader).map((judge) => ({
    judge,
    votes: 1,
    tokens: tokensOfQuestion((form) => refusalPrompt('', '', { form, nonce: anyNonce })),
  }));
  const rubrics = rubricsOf(grader.params).map((rubric) => ({
    judge: rubric.judge,
    votes: rubric.judge.votes,
    tokens: tokensOfRubric(rubric) + tokensOfReference(rubric, dataset),
  }));
  return [...rubrics, ...refusals];
}

function callToWrite(missing: MissingRubric): PlannedCalls {
  return {
    role: 'rubric',
    settings: rubricSettings(missing.judge),
    times: 1,
    input_tokens: tokensOfQuestion((form) => rubricPrompt(missing, form, anyNonce)),
  };
}

/**
 * Returns the calls of conversations to the simulated user and to the application. Each conversation makes at most `max_turns` of both;
 * there are `sample_size` conversations.
 */
function conversationCalls(body: Body, testCase: Case, subject: ConversationSubject): readonly PlannedCalls[] {
  const times = testCase.sample_size * subject.max_turns;
  const item = bytesOfItem(testCase, [...textsOfRequest(body, subject), subject.given, subject.when]);
  const withItem = (tokens: number | null) => (tokens === null ? null : tokens + item);
  const app = appCalls(body, subject, times);
  return [
    { role: 'user', settings: subject.user_simulator, times, input_tokens: withItem(tokensOfUser(subject)) },
    { ...app, input_tokens: withItem(app.input_tokens) },
  ];
}

/** Returns an upper bound of the tokens of a conversation; null if an application may write at any length. */
function tokensOfConversation(subject: ConversationSubject): number | null {
  const exchange = tokensOfExchange(subject);
  return exchange === null ? null : subject.max_turns * exchange;
}

/** Returns the greatest number of tokens of one user message and one response; null if the response is unbounded. */
function tokensOfExchange({ user_simulator, app }: ConversationSubject): number | null {
  return app.app === 'model' ? user_simulator.max_tokens + app.settings.max_tokens : null;
}

/**
 * Returns the greatest number of tokens of a request to the simulated user. In turn k it contains the k earlier exchanges, on average half
 * of `max_turns` - 1.
 */
function tokensOfUser(subject: ConversationSubject): number | null {
  const fixed =
    tokensOfInstructions +
    tokensAdded +
    (bytesOfText(subject.given) + bytesOfText(subject.when)) +
    bytesOfStyle(subject);
  const before = (subject.max_turns - 1) / 2;
  if (before === 0) return fixed;
  const exchange = tokensOfExchange(subject);
  return exchange === null ? null : fixed + before * (exchange + 2 * tokensOfMarks);
}

function appCalls(body: Body, subject: ConversationSubject, times: number): PlannedCalls {
  const { app, max_turns, user_simulator } = subject;
  if (app.app !== 'model') return { role: 'subject', settings: null, times, input_tokens: null };
  const before = (max_turns - 1) / 2;
  const messages = (before + 1) * user_simulator.max_tokens + before * app.settings.max_tokens;
  const prompt = bytesOfMessages(body, subject) + tokensOfFiles(body, subject) + tokensOfOptions(app.settings);
  const input_tokens = prompt + tokensAdded + messages;
  return { role: 'subject', settings: app.settings, times, input_tokens };
}

/** Returns the size in bytes of the longest writing style that can be drawn. */
function bytesOfStyle({ writing_style: styles }: ConversationSubject): number {
  if (styles === null) return 0;
  return Object.values(styles).reduce((sum, axis) => sum + Math.max(...axis.map(bytesOfText)), 0);
}

/** Upper bound of the tokens of eva's own text in a question to a simulated user. */
const tokensOfInstructions = 8000;

/** Returns the tokens of the question whether a response meets a rubric, without message and response. */
function tokensOfRubric({ text, judge }: RubricSpec): number {
  const question = { rubric: text, userMessage: '', response: '', scale: judge.scale };
  return tokensOfQuestion((form) => judgePrompt(question, form, anyNonce));
}

/** Returns the tokens of the text that a judge sees beside the response. A field of an item is at most as long as the item, on average. */
function tokensOfReference({ reference }: RubricSpec | BehaviorSpec, dataset: Dataset | undefined): number {
  if (reference === undefined) return 0;
  const bytes = typeof reference === 'string' ? bytesOfText(JSON.stringify(reference)) : (dataset?.mean_bytes ?? 0);
  return tokensOfMarks + Math.ceil(bytes);
}

/** Returns the tokens of the question how an application behaved, without the texts of the turns. */
function tokensOfBehavior({ text, judge: { scale }, rubric }: BehaviorSpec, subject: Subject): number {
  const levels = rubric ?? Object.fromEntries(levelsOf(scale).map((level) => [level, longest]));
  const turns = Array.from({ length: mostTurns(subject) ?? 0 }, () => ({ user_message: '', app_response: '' }));
  const situation = subject.kind === 'conversation' ? subject : null;
  const observed = { situation, turns, behavior: text, levels, scale };
  return tokensOfQuestion((form) => behaviorPrompt(observed, form, anyNonce));
}

/** The longest possible description of a level: four bytes in each character. */
const longest = '\u{1f642}'.repeat(maxLevelLength);

const anyNonce = '0'.repeat(32);

/** Returns the tokens of the longer form of a question: eva uses the provider's form, and may use the other one in a retry. */
function tokensOfQuestion(compose: (form: VerdictForm) => QuestionParts): number {
  const forms: readonly VerdictForm[] = ['tool', 'text'];
  return tokensAdded + Math.max(...forms.map((form) => bytesOfText(JSON.stringify(compose(form)))));
}

type ModelSubject = PromptSubject | ConversationSubject;

/** Upper bound of the tokens of the marks around one message of several, of eva or of a provider. */
const tokensOfMarks = 300;

function bytesOfText(text: string): number {
  return Buffer.byteLength(text);
}

/** Returns the texts of the messages of a body and its case, with placeholders where values are inserted. */
export function textsOfRequest(body: Body, subject: ModelSubject): readonly string[] {
  return [bodyText(body), ...textsOfCase(subject).map(templateOf)];
}

/** Returns an upper bound of the rendered messages in bytes, without rendering them: the texts, plus each value as often as it is inserted. */
function bytesOfMessages(body: Body, subject: ModelSubject): number {
  const texts = textsOfRequest(body, subject);
  const values = texts.flatMap((text) =>
    [...text.matchAll(placeholderPattern)].map(([, name = '']) =>
      Object.hasOwn(subject.inputs, name) ? (subject.inputs[name] ?? '') : '',
    ),
  );
  const marks = typeof body === 'string' && texts.length === 1 ? 0 : messagesOf(body, subject).length * tokensOfMarks;
  return [...texts, ...values].reduce((sum, part) => sum + bytesOfText(part), marks);
}

/** Returns an upper bound of the mean size of an item's values in texts that insert them, in bytes; 0 without a data set. */
function bytesOfItem({ dataset, subject }: Case, texts: readonly string[]): number {
  if (!dataset) return 0;
  const names = texts.flatMap((text) => [...text.matchAll(placeholderPattern)].map(([, name]) => name));
  const times = Object.keys(dataset.inputs).map((input) => names.filter((name) => name === input).length);
  const fields = subject.kind === 'trigger' ? 0 : textsOfCase(subject).filter(isField).length;
  return Math.ceil(dataset.mean_bytes * (Math.max(1, ...times) + fields));
}

/** Returns an upper bound of the tokens of the files of a request. A file that each item of a data set names counts as an image. */
function tokensOfFiles(body: Body, subject: ModelSubject): number {
  const { files = {} } = subject;
  const fileOf = (file: MediaPath | { readonly input: string }) => {
    if (!('input' in file)) return file;
    return (Object.hasOwn(files, file.input) ? files[file.input] : undefined) ?? anyImage;
  };
  const contents = messagesOf(body, subject).map(({ content }) => content);
  const parts = contents.flatMap((content) =>
    typeof content === 'string' || isValueReference(content) ? [] : content,
  );
  return mostTokensOfFiles(parts.flatMap((part) => ('file' in part ? [fileOf(part.file)] : [])));
}

const anyImage = { media_type: 'image/png', bytes: 0 } as const;

/** Returns an upper bound of the tokens of the tools and of the form of the reply. */
function tokensOfOptions({ tools, response_format }: SubjectSettings): number {
  const declared = tools ? bytesOfText(JSON.stringify(tools)) + tokensAdded : 0;
  return declared + (response_format ? bytesOfText(JSON.stringify(response_format)) : 0);
}

function messagesOf(body: Body, subject: ModelSubject) {
  const ofBody = typeof body === 'string' ? [{ content: body }] : body;
  return [...ofBody, ...(subject.kind === 'prompt' ? (subject.messages ?? []) : [])];
}

function textsOfCase(subject: ModelSubject): readonly CaseText[] {
  const messages = subject.kind === 'prompt' ? (subject.messages ?? []) : [];
  return messages.flatMap(({ content }) => {
    if (typeof content === 'string' || isValueReference(content)) return [content];
    return content.flatMap((part) => ('text' in part ? [part.text] : []));
  });
}

function isField(text: CaseText): boolean {
  return typeof text === 'object' && 'field' in text;
}

/** Returns a text with a placeholder for the value that it takes by reference; the empty text for a field, whose size is that of an item. */
function templateOf(text: CaseText): string {
  if (typeof text === 'string') return text;
  if ('input' in text) return `{{${text.input}}}`;
  return 'text' in text ? text.text : '';
}

/**
 * Returns true if the calls of a case can go in batches. Those of a conversation and its judge cannot: few of its trials run at a
 * time, and each turn would wait for its own batch.
 */
function canBatch({ subject }: Case): boolean {
  return subject.kind !== 'conversation';
}

/** Returns a filter for calls that can go in batches, by the name of the case and the role. */
export function batchableCalls(
  cases: readonly Case[],
): (call: { readonly case: string; readonly role: CallRole }) => boolean {
  const names = new Set(cases.filter(canBatch).map(({ name }) => name));
  return ({ case: name, role }) => role !== 'rubric' && names.has(name);
}

/** Returns true if the provider of a model supports batches. */
function supportsBatches(model: string, { providers }: Pick<LibraryConfig, 'providers'>): boolean {
  return routeOf(model, providers)?.can.batches === true;
}

/** The part of a plan that decides which calls go in batches. Without `manner` none do. */
export type BatchedPlan = Pick<RunPlan, 'body' | 'cases'> & { readonly manner?: Pick<RunSettings, 'batch'> };

export function callsInBatches({ body, cases, manner }: BatchedPlan, config: LibraryConfig): readonly PlannedCalls[] {
  if (!manner?.batch) return [];
  const calls = cases.filter(canBatch).flatMap((testCase) => plannedCalls(body, testCase));
  return calls.filter(({ settings }) => settings !== null && supportsBatches(settings.model, config));
}

/**
 * Returns the problems of running these cases in batches: no call can go in a batch, or a criterion needs latency, which batches
 * do not report.
 */
export function batchProblems(body: Body, cases: readonly Case[], config: LibraryConfig): readonly Problem[] {
  const canBatchAny = cases.some(
    (testCase) =>
      canBatch(testCase) &&
      plannedCalls(body, testCase).some(({ settings }) => settings && supportsBatches(settings.model, config)),
  );
  return [
    ...(canBatchAny || cases.length === 0
      ? []
      : [
          problem('EVA_NO_BATCH', 'no call of this run can go in a batch', {
            hint: `run without --batch: only cases with one message, their judges and triggering go in batches, and only with providers of type ${providerTypes
              .filter(({ can }) => can.batches)
              .map(({ name }) => name)
              .join(' or ')}`,
          }),
        ]),
    ...cases.flatMap((testCase) => latencyProblems(testCase, config)),
  ];
}

function latencyProblems({ subject, expectations, at }: Case, config: LibraryConfig): readonly Problem[] {
  if (subject.kind !== 'prompt' || !supportsBatches(subject.settings.model, config)) return [];
  return expectations
    .filter(({ criteria }) => criteria.length > 0)
    .flatMap((expectation) => {
      const { grader } = expectation;
      const checks = grader.grader === 'trial_passes' ? grader.params.checks : [];
      const isInSeconds = grader.grader === 'metric' && findMetric(grader.params.metric)?.unit === 's';
      const metric = isInSeconds
        ? grader.params.metric
        : checks.flatMap(innerChecks).find(({ op }) => op === 'max_latency_s')?.op;
      return metric === undefined
        ? []
        : [
            problem('EVA_BATCH_LATENCY', `batches report no latency, so ${short(metric)} would have no value`, {
              hint: 'remove it, or run without --batch',
              at: expectation.at ?? at,
            }),
          ];
    });
}
