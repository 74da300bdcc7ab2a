import type { BehaviorSpec, Scale } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import type { OnTimeout } from '#model/reply/exchange.js';
import type { UsageTotal } from '#model/reply/usage.js';
import type { Evidence } from '#model/run/run.js';
import type { Verdict, VerdictWords } from '#model/run/verdict.js';
import { renderAssertion, renderExpectation } from '#report/scenario/expectation.js';
import type { ScenarioOutcome } from '#report/scenario/view.js';
import type { WorstValue } from '#report/scenario/worst-values.js';
import { renderScenario } from '#report/scenario.js';
import type { Conversation, ConversationDetails } from './conversation.js';

/** What `assertPassed` throws: its message is the printed result. */
export class EvaAssertionError extends Error {
  override readonly name = 'EvaAssertionError';
}

/** The numbers of a verdict; null for what cannot be computed, or is not known yet. */
export interface AssertionDetails
  extends Pick<
    Verdict,
    'criterion' | 'claim' | 'significance_level' | 'estimate' | 'interval' | 'fail_p' | 'n' | 'needed_n'
  > {
  /** What was found, in a sentence; null while conversations are missing. */
  readonly reason: string | null;
  readonly used: number | null;
  readonly failed: number | null;
  readonly ungraded: number | null;
  readonly words: VerdictWords | null;
}

/** What one criterion said. */
export class AssertionResult {
  /** What was claimed, in words. */
  readonly about: string;
  readonly outcome: ScenarioOutcome;
  readonly passed: boolean;
  /** How probable data as good as these are at most if the claim is false; null where no test is valid. */
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
    return renderAssertion(viewOf(this));
  }
}

/** What the criteria of one expectation said: passed if all did. */
export class ExpectationResult {
  readonly about: string;
  readonly outcome: ScenarioOutcome;
  readonly passed: boolean;
  readonly assertion_results: readonly AssertionResult[];
  /** The behaviour in words, of which `about` may be a label; null for a metric and for checks. */
  readonly expected_behavior: string | null;
  /** The worst values in words, where it did not pass. */
  readonly worst: readonly WorstValue[];

  constructor(
    about: string,
    assertion_results: readonly AssertionResult[],
    { expected_behavior = null, worst = [] }: Partial<Pick<ExpectationResult, 'expected_behavior' | 'worst'>> = {},
  ) {
    this.about = about;
    this.outcome = outcomeOfAll(assertion_results);
    this.passed = this.outcome === 'passed';
    this.assertion_results = assertion_results;
    this.expected_behavior = expected_behavior;
    this.worst = worst;
  }

  toString(): string {
    return renderExpectation(viewOfAll(this));
  }
}

export interface ScenarioDetails {
  readonly started_at: string;
  readonly duration_s: number;
  readonly evidence: Evidence;
  /** The rubrics that the judge scored by. */
  readonly rubrics: readonly {
    readonly behavior: string;
    readonly scale: Scale;
    readonly levels: BehaviorSpec['rubric'];
  }[];
  /** What a model call that ran out of time meant. `fail`: its conversation failed. `ask_again`: eva's own providers made it again. */
  readonly timeouts: OnTimeout;
  /** What is odd about the scenario and stops nothing. */
  readonly warnings: readonly Problem[];
}

/** The fields of a result that the expectations do not tell. */
export interface ScenarioFacts
  extends Pick<
    ScenarioTestResult,
    'title' | 'outcome' | 'conversations' | 'sample_size' | 'stopped_at' | 'seed' | 'usage' | 'cost_usd' | 'details'
  > {}

/** What a scenario came to. */
export class ScenarioTestResult {
  readonly title: string;
  /** `inconclusive`: not enough data either way. `unfinished`: conversations are missing, so nothing is known. */
  readonly outcome: ScenarioOutcome;
  /** True if every criterion of every expectation passed. */
  readonly passed: boolean;
  readonly expectation_results: readonly ExpectationResult[];
  /** Those that the verdicts rest on, in order. */
  readonly conversations: readonly Conversation[];
  /** Conversations that were asked for. */
  readonly sample_size: number;
  /** After how many of them it was settled whether the scenario passes; null if all were needed. */
  readonly stopped_at: number | null;
  /** Of the styles that were drawn. */
  readonly seed: number;
  /** Tokens of every reply of a model that was asked for this scenario; those of rubrics are counted with the first that needs them. */
  readonly usage: UsageTotal;
  /** USD for them; null where a price or a count is not known. */
  readonly cost_usd: number | null;
  readonly details: ScenarioDetails;

  constructor(facts: ScenarioFacts, expectation_results: readonly ExpectationResult[]) {
    this.title = facts.title;
    this.outcome = facts.outcome;
    this.passed = facts.outcome === 'passed';
    this.expectation_results = expectation_results;
    this.conversations = facts.conversations;
    this.sample_size = facts.sample_size;
    this.stopped_at = facts.stopped_at;
    this.seed = facts.seed;
    this.usage = facts.usage;
    this.cost_usd = facts.cost_usd;
    this.details = facts.details;
  }

  /** The result as text: status, expectations, claims, what was found, p-values. */
  toString(): string {
    return renderScenario({
      ...this,
      expectations: this.expectation_results.map(viewOfAll),
      synthetic: this.details.evidence.synthetic,
      trials: this.conversations.map(({ details }) => endOf(details)),
      ungraded: this.conversations.flatMap(({ details }) => ungradedOf(details)),
    });
  }

  /** Throws `EvaAssertionError` with the printed result if the scenario did not pass. */
  assertPassed(): void {
    if (!this.passed) throw new EvaAssertionError(this.toString());
  }
}

function viewOfAll(one: ExpectationResult) {
  return { ...one, assertions: one.assertion_results.map(viewOf) };
}

function ungradedOf({ trial: index, scores }: ConversationDetails) {
  return scores.flatMap((score) => {
    if (score.value !== null || score.why !== 'ungraded') return [];
    const [judge_reply] = score.findings.flatMap((finding) => finding.judge_reply ?? []);
    return [{ index, about: score.about, reason: score.reason, ...(judge_reply !== undefined && { judge_reply }) }];
  });
}

function viewOf({ about, outcome, p_value, details }: AssertionResult) {
  return { about, outcome, p_value, claim: details.claim, reason: details.reason };
}

function endOf({ trial: index, outcome, ended, reason }: ConversationDetails) {
  return outcome === 'finished' ? { index, outcome, ended } : { index, outcome, reason: reason ?? '' };
}

function outcomeOfAll(results: readonly AssertionResult[]): ScenarioOutcome {
  const has = (outcome: ScenarioOutcome) => results.some((one) => one.outcome === outcome);
  if (has('unfinished')) return 'unfinished';
  if (has('failed')) return 'failed';
  return has('inconclusive') ? 'inconclusive' : 'passed';
}
