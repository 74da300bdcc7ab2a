import { byExpectation, type Case, modelUnderTest, onTimeoutOf } from '#model/case.js';
import type { JsonObject } from '#model/data/json.js';
import type { BehaviorSpec } from '#model/grader.js';
import type { Problem } from '#model/problem.js';
import type { OnTimeout, Step, ToolCall } from '#model/reply/exchange.js';
import type { UsageTotal } from '#model/reply/price.js';
import type { Outlook } from '#model/run/outlook.js';
import type { CaseResult, Evidence, RunPlan, RunResult } from '#model/run/run.js';
import { type ConversationFacts, type Score, scoresByTrial, type Trial, type TrialTurn } from '#model/run/trial.js';
import type { Verdict, VerdictWords } from '#model/run/verdict.js';
import type { Scale } from '#model/settings.js';
import { renderScenario, type ScenarioOutcome } from '#report/run/pretty.js';
import { renderAssertion, renderExpectation, renderExpectations } from '#report/run/scenario-text.js';
import { viewOf } from '#report/view/view-of.js';
import { summarizeAgain } from '#run/collect/summarize.js';
import { embeddingsOf, judgesOf, simulatedUsersOf } from '#run/plan/evidence.js';
import {
  type DatasetResult,
  datasetResult,
  EvaAssertionError,
  outcomeOfCase,
  printAsText,
  withBudgetAdvice,
  worstOf,
} from './result.js';

/** The numbers of a verdict; null if a number cannot be computed or is not known yet. */
export interface AssertionDetails
  extends Pick<
    Verdict,
    'criterion' | 'claim' | 'significance_level' | 'estimate' | 'interval' | 'fail_p' | 'n' | 'needed_n'
  > {
  /** The finding as a sentence; null while conversations are missing. */
  readonly reason: string | null;
  readonly used: number | null;
  readonly failed: number | null;
  readonly ungraded: number | null;
  readonly words: VerdictWords | null;
}

/** The decision of one criterion. */
export class AssertionResult {
  /** The claim in words. */
  readonly about: string;
  readonly outcome: ScenarioOutcome;
  readonly passed: boolean;
  /** The largest probability of data at least as good as these if the claim is false; null if no test is valid. */
  readonly p_value: number | null;
  readonly details: AssertionDetails;

  constructor(outcome: ScenarioOutcome, p_value: number | null, details: AssertionDetails) {
    this.about = details.claim;
    this.outcome = outcome;
    this.passed = outcome === 'passed';
    this.p_value = p_value;
    this.details = details;
  }

  toString(): string {
    return renderAssertion(this);
  }
}

/** The decisions of one expectation: passed if all criteria passed. */
export class ExpectationResult {
  readonly about: string;
  readonly outcome: ScenarioOutcome;
  readonly passed: boolean;
  readonly assertion_results: readonly AssertionResult[];
  /** The behaviour in words; null for a metric and for checks. `about` can be a label of it. */
  readonly expected_behavior: string | null;

  constructor(about: string, assertion_results: readonly AssertionResult[], expected_behavior: string | null = null) {
    this.about = about;
    this.outcome = worstOf(assertion_results);
    this.passed = this.outcome === 'passed';
    this.assertion_results = assertion_results;
    this.expected_behavior = expected_behavior;
  }

  toString(): string {
    return renderExpectation(this);
  }
}

export interface ScenarioDetails {
  readonly started_at: string;
  readonly duration_s: number;
  readonly evidence: Evidence;
  /** The names of the models of the scenario. `application` is null for a function or program of your own, `judges` empty without one. */
  readonly models: {
    readonly user_simulator: string | null;
    readonly application: string | null;
    readonly judges: readonly string[];
    /** Absent in a scenario without the check `similar`. */
    readonly embedding?: string;
  };
  /** The rubrics that the judge used. */
  readonly rubrics: readonly {
    readonly behavior: string;
    readonly scale: Scale;
    readonly levels: BehaviorSpec['rubric'];
  }[];
  /** The effect of a timeout. `fail`: the conversation failed. `ask_again`: eva's own providers retried the call. */
  readonly timeouts: OnTimeout;
  /** Warnings about the scenario. */
  readonly warnings: readonly Problem[];
}

/** The fields of a result, without those of its expectations. */
type ScenarioFacts = Omit<ScenarioTestResult, 'passed' | 'expectation_results' | 'toString' | 'assertPassed'>;

/** The result of a scenario. */
export class ScenarioTestResult {
  readonly title: string;
  /** The name of its run in `.eva/runs`; null if `runs` is not set. */
  readonly run_id: string | null;
  /** `inconclusive`: the data show neither a pass nor a failure. `unfinished`: conversations are missing. */
  readonly outcome: ScenarioOutcome;
  /** True if every criterion of every expectation passed. */
  readonly passed: boolean;
  readonly expectation_results: readonly ExpectationResult[];
  /** The conversations that the verdicts are computed from, in order. */
  readonly conversations: readonly Conversation[];
  /** The data set with its slices, classes and wrong items; null without one. */
  readonly dataset: DatasetResult | null;
  /** The maximum number of conversations. */
  readonly sample_size: number;
  /** The number of conversations after which the scenario was settled; null if it needed all of them. */
  readonly stopped_at: number | null;
  /** The seed of the style draws. */
  readonly seed: number;
  /** The tokens of all model replies for this scenario. Replies that wrote rubrics count for the first scenario that needs them. */
  readonly usage: UsageTotal;
  /** USD for these tokens; null if a price or a token count is unknown. */
  readonly cost_usd: number | null;
  readonly details: ScenarioDetails;

  readonly #text: string;

  /** `text` is the printed run. */
  constructor(facts: ScenarioFacts, expectation_results: readonly ExpectationResult[], text: string) {
    this.title = facts.title;
    this.run_id = facts.run_id;
    this.outcome = facts.outcome;
    this.passed = facts.outcome === 'passed';
    this.expectation_results = expectation_results;
    this.conversations = facts.conversations;
    this.dataset = facts.dataset;
    this.sample_size = facts.sample_size;
    this.stopped_at = facts.stopped_at;
    this.seed = facts.seed;
    this.usage = facts.usage;
    this.cost_usd = facts.cost_usd;
    this.details = facts.details;
    this.#text = text;
  }

  /** Returns the result as text: the status, each expectation with what was found, and the run with replies that did not pass. */
  toString(): string {
    return `${renderExpectations(this)}\n\n${this.#text}`;
  }

  /** Throws `EvaAssertionError` with the printed result if the scenario did not pass. */
  assertPassed(): void {
    if (!this.passed) throw new EvaAssertionError(this.toString());
  }
}

for (const type of [AssertionResult, ExpectationResult, ScenarioTestResult]) printAsText(type);

/** One user message and one response. */
export interface Turn {
  readonly user_message: string;
  readonly app_response: string;
  /** Seconds that the application took. */
  readonly latency: number;
  /** Tokens and cost if they are known, further data of the application, and the source of the reply. */
  readonly details: JsonObject;
  /** The tool calls of the application; absent if they are unknown. */
  readonly tool_calls?: readonly ToolCall[];
  /** The steps of the application; absent if they are unknown. */
  readonly steps?: readonly Step[];
}

/** A score of a conversation, with the label of its expectation. */
export type ConversationScore = Score & { readonly about: string };

export interface ConversationDetails {
  /** The number of the conversation, from 0. */
  readonly trial: number;
  /** The id of its item; absent without a data set. */
  readonly item?: string;
  /** `failed`: a response is invalid. `missing`: there is no response. */
  readonly outcome: 'finished' | 'failed' | 'missing';
  /** Why it failed or is missing; null if it finished. */
  readonly reason: string | null;
  /** The style of the simulated user; null if none was drawn. */
  readonly style: ConversationFacts['style'];
  /** Why it ended. */
  readonly ended: ConversationFacts['ended'];
  /** The user's last message if it has no valid response; else null. */
  readonly unanswered: string | null;
  readonly started_at: string;
  readonly duration_s: number;
  readonly scores: readonly ConversationScore[];
}

/** One conversation of the simulated user with the application. */
export interface Conversation {
  readonly turns: readonly Turn[];
  readonly details: ConversationDetails;
}

type Spent = Pick<ScenarioFacts, 'usage' | 'cost_usd'>;

/** The facts of an evaluation that its result in `.eva/runs` does not have. */
interface EvaluationFacts extends Pick<ScenarioFacts, 'run_id'> {
  /** The command that shows the run; null if runs are not saved. */
  readonly report: string | null;
  /** Returns the totals of a scenario's replies, by its title. */
  readonly totalsOf: (title: string) => Spent;
  readonly warnings: readonly Problem[];
}

export function resultsOf(
  plan: RunPlan,
  result: RunResult,
  { run_id, report, totalsOf, warnings }: EvaluationFacts,
): readonly ScenarioTestResult[] {
  return withBudgetAdvice(result).cases.flatMap((each, index) => {
    const testCase = plan.cases[index];
    if (!testCase) return [];
    const { usage, cost_usd } = totalsOf(testCase.name);
    const details = {
      started_at: result.ts,
      duration_s: result.duration_s,
      evidence: result.evidence,
      models: modelsOf(testCase),
      rubrics: rubricsOf(testCase),
      timeouts: onTimeoutOf(testCase),
      warnings,
    };
    const outlooks = plan.outlooks.filter((outlook) => outlook.case === testCase.name);
    const ownPlan = { ...plan, id: testCase.name, cases: [testCase], outlooks };
    const view = viewOf(summarizeAgain(ownPlan, result, [each]), ownPlan, { exitCode: 0, rowPath: null, report });
    const text = renderScenario(view, report);
    return [toResult(testCase, each, outlooks, { text, run_id, usage, cost_usd, details })];
  });
}

function modelsOf(testCase: Case): ScenarioFacts['details']['models'] {
  const [simulator] = simulatedUsersOf(testCase);
  const [embedding] = testCase.expectations.flatMap(({ grader }) => embeddingsOf(grader));
  const judges = judgesOf(testCase).filter(({ max_tokens }) => max_tokens > 0);
  return {
    user_simulator: simulator?.model ?? null,
    application: modelUnderTest(testCase.subject)?.model ?? null,
    judges: [...new Set(judges.map(({ model }) => model))],
    ...(embedding && { embedding: embedding.model }),
  };
}

function rubricsOf({ expectations }: Case): ScenarioFacts['details']['rubrics'] {
  return expectations.flatMap(({ grader }) => {
    if (grader.grader !== 'expected_behavior') return [];
    const { text, judge, rubric } = grader.params;
    return [{ behavior: text, scale: judge.scale, levels: rubric }];
  });
}

function toResult(
  testCase: Case,
  result: CaseResult,
  outlooks: readonly Outlook[],
  { text, ...totals }: Pick<ScenarioFacts, 'usage' | 'cost_usd' | 'details' | 'run_id'> & { readonly text: string },
): ScenarioTestResult {
  const scores = scoresByTrial(result.scores);
  const facts: ScenarioFacts = {
    title: testCase.name,
    outcome: outcomeOfCase(result),
    conversations: result.trials.map((trial) => toConversation(testCase, trial, scores.get(trial.index) ?? [])),
    dataset: datasetResult(result, testCase),
    sample_size: result.sample_size,
    stopped_at: result.stopped_at,
    seed: testCase.subject.kind === 'conversation' ? testCase.subject.seed : 0,
    ...totals,
  };
  const assertions =
    result.passed === null
      ? outlooks.map(undecidedAssertion)
      : result.verdicts.map(
          ({ about: _about, outcome, p_value, ...details }) => new AssertionResult(outcome, p_value, details),
        );
  const assertionsOf = byExpectation(testCase, assertions);
  const expectations = testCase.expectations.map((expectation, index) => {
    const { about, grader } = expectation;
    const expected_behavior = grader.grader === 'expected_behavior' ? grader.params.text : null;
    return new ExpectationResult(about, assertionsOf[index] ?? [], expected_behavior);
  });
  return new ScenarioTestResult(facts, expectations, text);
}

/** Makes the result of a criterion while conversations are missing. It has only the claim. */
function undecidedAssertion({ criterion, claim, significance_level, n, needed_n }: Outlook): AssertionResult {
  const unknown = { estimate: null, interval: null, fail_p: null, used: null, failed: null, ungraded: null };
  const facts = { criterion, claim, significance_level, n, needed_n, reason: null, words: null };
  return new AssertionResult('unfinished', null, { ...facts, ...unknown });
}

function toConversation({ expectations, subject }: Case, trial: Trial, scores: readonly Score[]): Conversation {
  const { index, turns, outcome, started_at, duration_s, conversation, origin } = trial;
  const isOwnApp = subject.kind === 'conversation' && subject.app.app !== 'model';
  return {
    turns: turns.map((turn) => {
      const { user_message, app_response, latency, details, tool_calls, steps } = isOwnApp ? withItsSource(turn) : turn;
      if (latency === null) throw new Error('a response without a latency'); // a program uses no batches
      return {
        user_message,
        app_response,
        latency,
        details,
        ...(tool_calls && { tool_calls }),
        ...(steps && { steps }),
      };
    }),
    details: {
      trial: index,
      ...(origin && { item: origin.item }),
      outcome,
      reason: trial.outcome === 'finished' ? null : trial.reason,
      style: conversation?.style ?? null,
      ended: conversation?.ended ?? 'broken_off',
      unanswered: conversation?.unanswered ?? null,
      started_at,
      duration_s,
      scores: scores.map((score) => ({ ...score, about: expectations[score.expectation]?.about ?? '' })),
    },
  };
}

/** Sets the source of a response to `application` if it was made in this evaluation. */
function withItsSource(turn: TrialTurn): TrialTurn {
  const { details } = turn;
  return details['source'] === 'model' ? { ...turn, details: { ...details, source: 'application' } } : turn;
}
