import type { Case } from '#model/case.js';
import { noSources } from '#model/reply/reply-sources.js';
import type { Outlook } from '#model/run/outlook.js';
import type { CaseResult, RunResult } from '#model/run/run.js';
import type { Finding, Trial, TrialOutcome, Valued } from '#model/run/trial.js';
import type { Verdict } from '#model/run/verdict.js';

const settings = { model: 'claude-opus-4-7', timeout_s: 60, max_tokens: 4096 };
const judge = { ...settings, scale: { min: 1, max: 5 }, pass_threshold: 4, votes: 1 };

/** Returns a case with a rubric that requires a score of 4 of 5. */
export function sampleCase(name: string, line: number, sampleSize = 1): Case {
  return {
    name,
    subject: { kind: 'prompt', inputs: {}, settings },
    sample_size: sampleSize,
    sequential: false,
    stop_early: true,
    at: { file: 'prompts/release-notes/eval.yml', line, column: 5 },
    expectations: [
      {
        about: 'passes',
        grader: { grader: 'trial_passes', params: { checks: [], rubric: { text: 'Score it.', judge } } },
        criteria: [{ criterion: 'every_trial', params: {} }],
      },
    ],
  };
}

/** One trial of a sample: its findings and its outcome. */
export interface SampleTrial {
  readonly findings: readonly Finding[];
  readonly outcome?: TrialOutcome;
  /** The response. Default: none. */
  readonly reply?: string;
}

export function sampleResult(
  name: string,
  passed: boolean | null,
  trials: readonly SampleTrial[],
  kind: CaseResult['kind'] = 'prompt',
): CaseResult {
  const graded = trials.flatMap(({ findings, outcome }, trial) =>
    outcome?.outcome === 'missing' ? [] : [{ expectation: 0, trial, findings, ...valued(findings, outcome) }],
  );
  return {
    name,
    kind,
    passed,
    verdicts: passed === null ? [] : [verdictOf(passed, graded)],
    sample_size: trials.length,
    stopped_at: null,
    trials: trials.map((trial, index) => sampleTrial(name, index, trial)),
    scores: graded,
  };
}

function valued(findings: readonly Finding[], outcome?: TrialOutcome): Valued {
  if (outcome?.outcome === 'failed') return { value: null, why: 'failed', reason: outcome.reason };
  if (findings.some(({ holds }) => holds === false)) return { value: 0 };
  const unknown = findings.find(({ holds }) => holds === null);
  return unknown ? { value: null, why: 'ungraded', reason: unknown.reason } : { value: 1 };
}

function sampleTrial(name: string, index: number, { outcome = { outcome: 'finished' }, reply }: SampleTrial): Trial {
  const turns = reply === undefined ? [] : [{ user_message: '', app_response: reply, latency: 1, details: {} }];
  return { case: name, index, turns, started_at: '2026-05-01T10:15:00Z', duration_s: 1.2, ...outcome };
}

function verdictOf(passed: boolean, scores: readonly Valued[]): Verdict {
  const outcome = passed ? 'passed' : 'failed';
  const n = scores.length;
  const estimate = scores.filter(({ value }) => value === 1).length / n;
  return {
    ...sampleVerdict('passes', outcome, ''),
    criterion: 'every_trial',
    significance_level: null,
    n,
    used: n,
    estimate,
  };
}

/** Returns a verdict of a statistical test. Reports show only its words. */
export function sampleVerdict(
  about: string,
  outcome: Verdict['outcome'],
  reason: string,
  claim = 'at least 95% of trials pass',
): Verdict {
  const words = wordsIn(reason);
  const interval = words.bound === null ? null : { lower: null, upper: null };
  const unknown = { estimate: null, interval, p_value: null, fail_p: null, needed_n: null };
  const counts = { n: 60, used: 60, failed: 0, ungraded: 0 };
  return {
    about,
    criterion: 'proportion_gte',
    outcome,
    significance_level: 0.05,
    ...unknown,
    ...counts,
    claim,
    words,
    reason,
  };
}

/** Returns the parts of a reason. */
function wordsIn(reason: string): Verdict['words'] {
  const [found = '', ...clauses] = reason.split('; ');
  const after = (start: RegExp) => clauses.find((clause) => start.test(clause))?.replace(start, '') ?? null;
  return { found, bound: after(/^with \S+ confidence the true \S+ is /), bar: after(/^the bar is /) };
}

/** Returns the outlook of `proportion_gte 0.95` with 60 trials. */
export function sampleOutlook(name: string, changes: Partial<Outlook> = {}): Outlook {
  return {
    case: name,
    about: 'every check holds',
    criterion: 'proportion_gte',
    claim: 'at least 95% of trials pass',
    test: 'exact binomial',
    significance_level: 0.05,
    n: 60,
    smallest_n: 59,
    max_failures: 0,
    power: { at: 0.985, value: 0.4038, truth: 'the true rate is 98.5%' },
    needed_n: 153,
    is_widest_spread: false,
    ...changes,
  };
}

export const held: Finding = { about: 'contains: "fix"', holds: true, reason: 'found on line 1' };

export function rubric(score: number, reason: string, votes?: readonly number[]): Finding {
  return { about: 'rubric', holds: score >= 4, reason, score, ...(votes && { votes }) };
}

function isInconclusive({ passed, verdicts }: CaseResult): boolean {
  return passed === false && verdicts.every(({ outcome }) => outcome !== 'failed');
}

/** Returns a run of these cases, with their counts. */
export function sampleRun(cases: readonly CaseResult[], changes: Partial<RunResult> = {}): RunResult {
  const named = (passed: boolean | null) => cases.filter((one) => one.passed === passed).map((one) => one.name);
  return {
    run_id: '20260501-101500-k3v9',
    id: 'release-notes',
    ts: '2026-05-01T10:15:00Z',
    state: named(null).length > 0 ? 'unfinished' : 'finished',
    all_passed: named(true).length === cases.length,
    partial: false,
    shard: null,
    total: cases.length,
    passed: named(true).length,
    failed_cases: named(false),
    inconclusive_cases: cases.filter(isInconclusive).map((one) => one.name),
    missing_cases: named(null),
    triggering: null,
    cases,
    evidence: { prompt: 'p', cases: 'c', judge: 'j', models: 'm', synthetic: false, oldest_reply: null },
    replies: { model: 12, recorded: 0, synthetic: 0 },
    sources: { ...noSources, asked: 12 },
    usage: { replies: 12, input_tokens: 12345, output_tokens: 2310, unmetered_replies: 0 },
    cost_usd: null,
    duration_s: 12.41,
    eva_version: '0.1.0',
    ...changes,
  };
}
