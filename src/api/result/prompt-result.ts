import type { PromptRun } from '#engine/evaluate-prompts.js';
import type { Problem } from '#model/problem.js';
import type { UsageTotal } from '#model/reply/usage.js';
import { type CaseResult, type Evidence, outcomeOf } from '#model/run/run.js';
import { type PromptOutcome, renderPrompt } from '#report/prompt.js';
import { EvaAssertionError } from './results.js';

/** The outcome of one case of a prompt. */
export interface PromptCaseResult {
  readonly name: string;
  readonly outcome: PromptOutcome;
  readonly passed: boolean;
  /** Why it did not pass, a sentence each; empty if it passed. */
  readonly reasons: readonly string[];
  /** The maximum number of trials. */
  readonly sample_size: number;
  /** The number of trials after which the outcome was certain; null if all were needed. */
  readonly stopped_at: number | null;
}

/** The result of a prompt: plain data, with the printed result as its text. */
export class PromptResult {
  readonly id: string;
  /** The name of its run in `.eva/runs`. */
  readonly run_id: string;
  /** `inconclusive`: the data show neither a pass nor a failure. `unfinished`: replies are missing. */
  readonly outcome: PromptOutcome;
  readonly passed: boolean;
  readonly cases: readonly PromptCaseResult[];
  /** Why it did not pass: the reasons of its cases, each with the name of the case. */
  readonly reasons: readonly string[];
  /** True if `cases` selected some cases. Such a run does not count for promotion. */
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

  constructor({ plan, result, rowPath, warnings }: PromptRun) {
    this.id = result.id;
    this.run_id = result.run_id;
    this.cases = result.cases.map(caseResult);
    this.outcome = worstOf(this.cases, result.all_passed);
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
  }

  /** Returns the result as text: the outcome, and the reasons of each case that did not pass. */
  toString(): string {
    return renderPrompt(this);
  }

  /** Throws `EvaAssertionError` with the printed result if the prompt did not pass. */
  assertPassed(): void {
    if (!this.passed) throw new EvaAssertionError(this.toString());
  }
}

/** The results of several prompts, in the order of their ids. */
export interface LibraryResult {
  /** True if every prompt passed. */
  readonly passed: boolean;
  readonly results: readonly PromptResult[];
  toString(): string;
}

/** Joins the results of several prompts. */
export function libraryResult(results: readonly PromptResult[]): LibraryResult {
  return {
    passed: results.every(({ passed }) => passed),
    results,
    toString: () => results.map(String).join('\n\n'),
  };
}

function caseResult(one: CaseResult): PromptCaseResult {
  const own = outcomeOf(one);
  const outcome = own === 'unknown' ? 'unfinished' : own;
  const { name, sample_size, stopped_at } = one;
  const reasons = outcome === 'passed' ? [] : reasonsOf(one);
  return { name, outcome, passed: outcome === 'passed', reasons, sample_size, stopped_at };
}

/** Lists the reasons of the criteria that did not pass, and why trials are missing or failed. */
function reasonsOf({ verdicts, trials }: CaseResult): readonly string[] {
  const decided = verdicts
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ about, reason }) => `${about}: ${reason}`);
  const broken = trials.flatMap((trial) => (trial.outcome === 'finished' ? [] : [trial.reason]));
  return [...new Set([...decided, ...broken])];
}

function worstOf(cases: readonly PromptCaseResult[], allPassed: boolean): PromptOutcome {
  const has = (outcome: PromptOutcome) => cases.some((one) => one.outcome === outcome);
  if (has('unfinished')) return 'unfinished';
  if (has('failed')) return 'failed';
  if (has('inconclusive')) return 'inconclusive';
  return allPassed ? 'passed' : 'failed';
}
