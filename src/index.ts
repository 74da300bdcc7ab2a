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
} from '#api/assertions.js';
export {
  type CheckDefinition,
  type DefinedCheck,
  defineCheck,
  defineCriterion,
  defineMetric,
  type MeasuredConversation,
  type MetricDefinition,
} from '#api/definitions.js';
export {
  evaluateLibrary,
  evaluatePrompt,
  evaluateVariants,
  type LibraryOptions,
  type PromptOptions,
} from '#api/evaluate-prompt.js';
export type { EvaluateOptions, PromptMessage, RunEvent, SigmaEvalOptions } from '#api/options.js';
export type { LibraryResult, LookedCase, LookedReply, PromptCaseResult } from '#api/prompt-result.js';
export { PromptResult } from '#api/prompt-result.js';
export { type DatasetResult, EvaAssertionError } from '#api/result.js';
export {
  type AssertionDetails,
  AssertionResult,
  type Conversation,
  type ConversationDetails,
  type ConversationScore,
  ExpectationResult,
  type ScenarioDetails,
  ScenarioTestResult,
  type Turn,
} from '#api/scenario-result.js';
export {
  BehavioralExpectation,
  CheckExpectation,
  ClassExpectation,
  type DefinedMetric,
  type FileDataset,
  type ItemsDataset,
  MetricExpectation,
  type MetricExpectationFields,
  metrics,
  type ScenarioDataset,
  type ScenarioExpectation,
  ScenarioTest,
} from '#api/scenario-test.js';
export { SigmaEval } from '#api/sigma-eval.js';
export type { CriterionDefinition, CriterionParams } from '#decide/criteria/define-criterion.js';
export { criteria } from '#decide/criteria/index.js';
export type { Criterion, CriterionContext, Refusal } from '#decide/criterion.js';
export { outlooksOf } from '#decide/outlooks.js';
export { type CaseDecision, casePasses, decideCase } from '#decide/watch-case.js';
export type { Case, Expectation, Subject } from '#model/case.js';
export type { FieldReference } from '#model/dataset.js';
export type { CheckDecision, CheckFacts, CheckFunction, Grader, InputReference, TextReference } from '#model/grader.js';
export type { Place, Problem } from '#model/problem.js';
export { EvaError } from '#model/problem.js';
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
export type { ScenarioOutcome } from '#report/run/pretty.js';
export type { WrongItem } from '#report/view/item-view.js';
export {
  type ClientReply,
  type ModelClient,
  type ScriptedClient,
  scriptedProvider,
} from '#run/scenarios/scenario-models.js';
export type { AppFunction, AppResponse } from '#subject/deps.js';
