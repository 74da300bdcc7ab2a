import type { Case } from '#model/case.js';
import type { Problem } from '#model/problem.js';
import type { ToolCall } from '#model/reply/exchange.js';
import type { UsageTotal } from '#model/reply/price.js';
import { type CaseResult, type Evidence, isOnlyLook, type RunResult } from '#model/run/run.js';
import type { Trial } from '#model/run/trial.js';
import type { Outcome } from '#model/run/verdict.js';
import { type PromptOutcome, renderPrompt } from '#report/run/pretty.js';
import { plural } from '#report/text/numbers.js';
import { missText } from '#report/view/reasons.js';
import type { CaseView, View } from '#report/view/view.js';
import { viewOf } from '#report/view/view-of.js';
import type { PromptRun } from '#run/session/evaluate-prompts.js';
import {
  type DatasetResult,
  datasetResult,
  EvaAssertionError,
  outcomeOfCase,
  printAsText,
  withBudgetAdvice,
  worstOf,
} from './result.js';

const mostMisses = 3;

/** The outcome of one case of a prompt. */
export interface PromptCaseResult {
  readonly name: string;
  readonly outcome: Outcome | 'unfinished';
  readonly passed: boolean;
  /** Why it did not pass, a sentence each; empty if it passed. */
  readonly reasons: readonly string[];
  /** The data set with its slices, classes and wrong items; null without one. */
  readonly dataset: DatasetResult | null;
  /** The maximum number of trials. */
  readonly sample_size: number;
  /** The number of trials after which the case was settled; null if it needed all of them. */
  readonly stopped_at: number | null;
}

/** The result of a prompt: plain data, with the printed result as its text. */
export class PromptResult {
  readonly id: string;
  /** The variant of `defaults.models`, or the model that replaced the one under test; null for a prompt without variants. */
  readonly variant: string | null;
  /** The name of its run in `.eva/runs`. */
  readonly run_id: string;
  /**
   * `inconclusive`: the data show neither a pass nor a failure. `unfinished`: replies are missing. `shown`: all cases are looks, so nothing
   * was judged.
   */
  readonly outcome: PromptOutcome;
  readonly passed: boolean;
  /** The judged cases. */
  readonly cases: readonly PromptCaseResult[];
  /** The cases that were shown and not judged. */
  readonly looked: readonly LookedCase[];
  /** Why it did not pass: the reasons of its cases, each with the name of the case. */
  readonly reasons: readonly string[];
  /** True if `cases`, `items` or `item` selected a part. Such a run does not count for promotion. */
  readonly partial: boolean;
  /** The number of the attempt on these files. */
  readonly try: number | null;
  /** The file with its row, relative to the root; null if it has none. */
  readonly row: string | null;
  readonly evidence: Evidence;
  readonly usage: UsageTotal;
  readonly cost_usd: number | null;
  readonly duration_s: number;
  readonly warnings: readonly Problem[];

  readonly #text: string;

  /** `report` is the command that shows the run. */
  constructor({ plan, result, rowPath, warnings }: PromptRun, report: string) {
    const view = viewOf(withBudgetAdvice(result), plan, { exitCode: 0, rowPath, report });
    this.id = result.id;
    this.variant = result.variant ?? null;
    this.run_id = result.run_id;
    const planned = new Map(plan.cases.map((testCase) => [testCase.name, testCase]));
    this.cases = result.cases
      .filter(({ look }) => !look)
      .map((ended) => caseResult(ended, view, planned.get(ended.name)));
    this.looked = result.cases
      .filter(({ look }) => look)
      .map(({ name, trials }) => ({ name, replies: trials.map(lookedReply) }));
    this.outcome = outcomeOfPrompt(result, this.cases);
    this.passed = this.outcome === 'passed';
    this.reasons = this.cases.flatMap(({ name, reasons }) => reasons.map((reason) => `${name}: ${reason}`));
    this.partial = result.partial;
    this.try = plan.try ?? null;
    this.row = rowPath;
    this.evidence = result.evidence;
    this.usage = result.usage;
    this.cost_usd = result.cost_usd;
    this.duration_s = result.duration_s;
    this.warnings = warnings;
    this.#text = renderPrompt(view, report);
  }

  /** Returns the result as text: the verdict, each case that did not pass with examples, and the command that shows more. */
  toString(): string {
    return this.#text;
  }

  /** Throws `EvaAssertionError` with the printed result if the prompt did not pass. */
  assertPassed(): void {
    if (!this.passed) throw new EvaAssertionError(this.toString());
  }
}

/** The results of several prompts, in the order of their ids. */
export class LibraryResult {
  readonly outcome: PromptOutcome;
  /** True if every prompt passed. */
  readonly passed: boolean;
  readonly results: readonly PromptResult[];

  constructor(results: readonly PromptResult[]) {
    this.outcome = worstOfPrompts(results);
    this.passed = this.outcome === 'passed';
    this.results = results;
  }

  /** Returns the number of prompts that passed, and the text of each that did not. */
  toString(): string {
    const rest = this.results.filter(({ passed }) => !passed);
    const head = `${this.results.length - rest.length} of ${plural(this.results.length, 'prompt')} passed`;
    return [head, ...rest.map(String)].join('\n\n');
  }

  /** Throws `EvaAssertionError` with the printed result if a prompt did not pass. */
  assertPassed(): void {
    if (!this.passed) throw new EvaAssertionError(this.toString());
  }
}

printAsText(PromptResult);

printAsText(LibraryResult);

function outcomeOfPrompt(result: RunResult, cases: readonly PromptCaseResult[]): PromptOutcome {
  if (isOnlyLook(result)) return 'shown';
  const worst = worstOf(cases);
  return worst === 'passed' && !result.all_passed ? 'failed' : worst;
}

/** Returns the outcome of several prompts together: `shown` if one judged nothing and the others passed. */
function worstOfPrompts(results: readonly PromptResult[]): PromptOutcome {
  const worst = worstOf(results.flatMap(({ outcome }) => (outcome === 'shown' ? [] : { outcome })));
  return worst === 'passed' && results.some(({ outcome }) => outcome === 'shown') ? 'shown' : worst;
}

function caseResult(result: CaseResult, view: View, testCase: Case | undefined): PromptCaseResult {
  const outcome = outcomeOfCase(result);
  const { name, sample_size, stopped_at } = result;
  const shown = view.cases.find((each) => each.name.raw === name);
  const reasons = outcome === 'passed' || !shown ? [] : reasonsOf(result, shown);
  const dataset = datasetResult(result, testCase);
  return { name, outcome, passed: outcome === 'passed', reasons, dataset, sample_size, stopped_at };
}

/** Lists why criteria did not pass, the most frequent misses of replies, and why trials are missing. */
function reasonsOf({ verdicts }: CaseResult, { misses, missing }: CaseView): readonly string[] {
  const decided = verdicts
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ about, reason }) => `${about}: ${reason}`);
  const missed = misses.slice(0, mostMisses).map((miss) => missText(miss).replace('   ', ': '));
  return [...decided, ...missed, ...missing.map(({ reason }) => reason.raw)];
}

/** A case that was shown and not judged. */
export interface LookedCase {
  readonly name: string;
  /** Its replies, in the order of its trials. */
  readonly replies: readonly LookedReply[];
}

/** One reply of a look. */
export interface LookedReply {
  /** The number of the trial, from 0. */
  readonly trial: number;
  /** The id of its item; null without a data set. */
  readonly item: string | null;
  /** The text; null for a failed call, and in a run with so many texts that only its folder keeps them. */
  readonly response: string | null;
  /** The tool calls; absent if they are unknown. */
  readonly tool_calls?: readonly ToolCall[];
  /** Why the reply is missing or unusable, such as refused; null if it is neither. */
  readonly reason: string | null;
}

function lookedReply(trial: Trial): LookedReply {
  const [turn] = trial.turns;
  return {
    trial: trial.index,
    item: trial.origin?.item ?? null,
    response: trial.cut ? null : (turn?.app_response ?? null),
    ...(turn?.tool_calls && { tool_calls: turn.tool_calls }),
    reason: trial.outcome === 'finished' ? null : trial.reason,
  };
}
