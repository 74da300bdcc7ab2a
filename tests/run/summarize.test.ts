import assert from 'node:assert/strict';
import test from 'node:test';
import { type CaseResult, ordinaryManner, type RunPlan } from '#model/run.js';
import { noUsage } from '#model/usage.js';
import type { Outcome, Verdict } from '#model/verdict.js';
import { summarize } from '#run/summarize.js';

const plan: RunPlan = {
  id: 'diff',
  body: '<task/>',
  cases: [],
  evidence: { prompt: 'p', cases: 'c', judge: 'j', models: 'm' },
  partial: false,
  calls: 0,
  outlooks: [],
  manner: ordinaryManner,
};

const totals = {
  replies: { model: 0, recorded: 0, synthetic: 0 },
  usage: noUsage,
  cost_usd: 0,
  oldest_reply: null,
  asked_again: 0,
};

function verdict(outcome: Outcome): Verdict {
  const unknown = { significance_level: 0.05, estimate: null, interval: null, p_value: null, fail_p: null };
  const counts = { n: 20, used: 20, failed: 0, ungraded: 0, needed_n: null };
  const said = { claim: 'at least 95% of trials pass', words: { found: '', bound: null, bar: null } };
  return { about: 'checks', criterion: 'proportion_gte', outcome, ...unknown, ...counts, ...said, reason: '' };
}

function caseResult(name: string, passed: boolean | null, ...outcomes: readonly Outcome[]): CaseResult {
  const verdicts = outcomes.map(verdict);
  return { name, kind: 'prompt', passed, verdicts, sample_size: 20, stopped_at: null, trials: [], scores: [] };
}

function summaryOf(...cases: readonly CaseResult[]) {
  return summarize(plan, cases, totals, { run_id: 'r', ts: 't', duration_s: 0, eva_version: '0' });
}

test('a case that did not pass is inconclusive if no verdict of it is failed, and is named among the failed ones too', () => {
  const result = summaryOf(
    caseResult('passes', true, 'passed', 'passed'),
    caseResult('open', false, 'passed', 'inconclusive'),
    caseResult('speaks against', false, 'inconclusive', 'failed'),
    caseResult('missing', null),
  );
  assert.deepEqual(result.failed_cases, ['open', 'speaks against']);
  assert.deepEqual(result.inconclusive_cases, ['open']);
  assert.deepEqual(result.missing_cases, ['missing']);
  assert.deepEqual([result.total, result.passed], [4, 1]);
});

test('a run with an inconclusive case is finished and did not pass', () => {
  const result = summaryOf(caseResult('passes', true, 'passed'), caseResult('open', false, 'inconclusive'));
  assert.deepEqual([result.state, result.all_passed], ['finished', false]);
});

test('a run of no cases is never green', () => {
  assert.equal(summaryOf().all_passed, false);
});
