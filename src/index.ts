/** The library's surface. */

export {
  assertions,
  type CheckAssertion,
  type CheckProportion,
  type ClassAssertion,
  type ClassProportion,
  type MetricAssertion,
  type MetricMean,
  type MetricMedian,
  type MetricProportion,
  type OwnAssertion,
  type ScoreAssertion,
  type ScoreProportion,
  type ScoreThreshold,
} from '#api/build/assertions.js';
export { type CheckDefinition, type DefinedCheck, defineCheck } from '#api/build/define-check.js';
export { defineCriterion } from '#api/build/define-criterion.js';
export { defineMetric, type MeasuredConversation, type MetricDefinition } from '#api/build/define-metric.js';
export {
  BehavioralExpectation,
  CheckExpectation,
  ClassExpectation,
  type DefinedMetric,
  MetricExpectation,
  type MetricExpectationFields,
  type ScenarioExpectation,
} from '#api/build/expectations.js';
export { metrics } from '#api/build/metrics.js';
export { type FileDataset, type ItemsDataset, type ScenarioDataset, ScenarioTest } from '#api/build/scenario-test.js';
export {
  evaluateLibrary,
  evaluatePrompt,
  evaluateVariants,
  type LibraryOptions,
  type PromptOptions,
} from '#api/evaluate-prompt.js';
export type { EvaluateOptions, PromptMessage, RunEvent, SigmaEvalOptions } from '#api/options/options.js';
export { Conversation, type ConversationDetails, type ConversationScore, Turn } from '#api/result/conversation.js';
export type { DatasetResult } from '#api/result/dataset-result.js';
export type { LookedCase, LookedReply } from '#api/result/looked-case.js';
export { type LibraryResult, type PromptCaseResult, PromptResult } from '#api/result/prompt-result.js';
export {
  type AssertionDetails,
  AssertionResult,
  EvaAssertionError,
  ExpectationResult,
  type ScenarioDetails,
  ScenarioTestResult,
} from '#api/result/results.js';
export { SigmaEval } from '#api/sigma-eval.js';
export type { CriterionDefinition, CriterionParams } from '#decide/criteria/define-criterion.js';
export { criteria } from '#decide/criteria/index.js';
export type { Criterion, CriterionContext, Refusal } from '#decide/criterion.js';
export { outlooksOf } from '#decide/outlooks.js';
export { type CaseDecision, casePasses, decideCase } from '#decide/watch-case.js';
export {
  type ClientReply,
  type ModelClient,
  type ScriptedClient,
  scriptedProvider,
} from '#engine/scenarios/model-client.js';
export { EvaError } from '#errors/index.js';
export type { Case, Expectation, Subject } from '#model/case.js';
export type { FieldReference } from '#model/dataset.js';
export type { CheckDecision, CheckFacts, CheckFunction, Grader, InputReference, TextReference } from '#model/grader.js';
export type { Place, Problem } from '#model/problem.js';
export type {
  JsonSchemaFormat,
  MediaFile,
  MediaType,
  Message,
  ModelRequest,
  Part,
  Reasoning,
  Reply,
  RequestOptions,
  ResponseFormat,
  Step,
  StopReason,
  TokenUsage,
  Tool,
  ToolArguments,
  ToolCall,
  ToolChoice,
  ToolSpec,
  UnreadableArguments,
} from '#model/reply/exchange.js';
export type { CallsAndSteps } from '#model/reply/reported-calls.js';
export type { Outlook } from '#model/run/outlook.js';
export type { Score } from '#model/run/trial.js';
export type {
  ClassesResult,
  ClassRow,
  Outcome,
  Share,
  SliceFieldResult,
  SliceRow,
  Verdict,
} from '#model/run/verdict.js';
export type { CriterionSpec } from '#model/settings.js';
export type { ScenarioOutcome, WorstValue } from '#report/run/scenario.js';
export type { WrongItem } from '#report/view/item-view.js';
export type { AppFunction, AppResponse } from '#subject/deps.js';
