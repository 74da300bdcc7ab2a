import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import { noUsage } from '#model/reply/price.js';
import { noSources } from '#model/reply/reply-sources.js';
import { type CaseResult, defaultRunSettings, type RunPlan, type RunResult, type RunRow } from '#model/run/run.js';
import type { Outcome, Verdict } from '#model/run/verdict.js';
import { summarize, toRow } from '#run/collect/summarize.js';
import { caseWith } from '../support/prompt.js';
import { triggerSubject } from '../support/trigger-subject.js';

const plan: RunPlan = {
  id: 'diff',
  body: '<task/>',
  cases: [],
  evidence: { prompt: 'p', cases: 'c', judge: 'j', models: 'm' },
  partial: false,
  calls: 0,
  outlooks: [],
  manner: defaultRunSettings,
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
  return summarize(plan, cases, totals, { sources: noSources, run_id: 'r', ts: 't', duration_s: 0, eva_version: '0' });
}

test('a case that did not pass is inconclusive without a failed verdict, and is listed as failed too', () => {
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

const facts = { sources: noSources, run_id: 'r', ts: 't', duration_s: 0, eva_version: '0' };
const sources = { ...noSources, asked: 3 };
const shards = { of: 2, processes: 3, repeated: [{ index: 2, times: 2 }] };
const left_out = { replies: 2, cost_usd: 0.5 };

test('a result and its row have the attempt, the shards, the sources of replies and the handling of timeouts', () => {
  const noted = { ...plan, try: 3, shards: { ...shards, runs: ['s1', 's2'], redrawn: [] } };
  const result = summarize(noted, [], { ...totals, asked_again: 1 }, { ...facts, sources, left_out });
  const timeouts = { failed_trials: 0, asked_again: 1, opted_out: 0 };
  const lineage = ({ try: number, shards: merged, sources: from, timeouts: slow }: RunResult | RunRow) => [
    number,
    merged,
    from,
    slow,
  ];
  assert.deepEqual(lineage(result), [3, { ...shards, left_out }, sources, timeouts]);
  assert.deepEqual(lineage(toRow(result)), [3, { ...shards, left_out }, sources, timeouts]);
  const fields = Object.keys(toRow(summarize(plan, [], totals, facts)));
  for (const field of ['try', 'shards', 'timeouts']) assert.equal(fields.includes(field), false, field);
});

test('timeouts are counted by failed trials and by cases that retry them', () => {
  const failed = { case: 'a', index: 0, turns: [], started_at: 't', duration_s: 1, outcome: 'failed', reason: 'late' };
  const trials = [{ ...failed, timed_out: true }, failed] as unknown as CaseResult['trials'];
  const slow = { ...caseResult('a', false, 'failed'), trials };
  assert.deepEqual(summarize(plan, [slow], totals, facts).timeouts, { failed_trials: 1, asked_again: 0, opted_out: 0 });
});

/** Makes a case of this list and its graded result. */
function query(should_match: boolean, value: number | null): readonly [Case, CaseResult] {
  const name = `${should_match} ${value}`;
  const subject = triggerSubject(name, { model: 'm', timeout_s: 1, max_tokens: 1 }, should_match);
  const scores = [{ expectation: 0, trial: 0, value, findings: [] }] as unknown as CaseResult['scores'];
  return [
    { ...caseWith(name, []), subject },
    { ...caseResult(name, value === 1), kind: 'trigger', scores },
  ];
}

test('the matched queries are counted, correct or not; an unreadable decision matches none', () => {
  const queries = [query(true, 1), query(true, 1), query(true, 0), query(true, null)];
  const others = [query(false, 0), query(false, 0), query(false, 1), query(false, null)];
  const all = [...queries, ...others];
  const withQueries = { ...plan, cases: all.map(([one]) => one) };
  const { triggering } = summarize(
    withQueries,
    all.map(([, result]) => result),
    totals,
    facts,
  );
  assert.deepEqual(triggering, {
    should_match: { hits: 2, total: 4 },
    should_not_match: { false_alarms: 2, total: 4 },
  });
  assert.equal(summaryOf(caseResult('no query', true)).triggering, null);
});
