import { noSources } from '#model/reply/reply-sources.js';
import { defaultRunSettings, type RunPlan, type RunResult } from '#model/run/run.js';
import { sampleCase, sampleResult } from '../report/run-sample.js';

const digests = { prompt: 'p', cases: 'c', judge: 'j', models: 'm' };

/** Makes a plan of the prompt `diff` with one case and the given fields. */
export function planOf(part: Partial<RunPlan> = {}): RunPlan {
  return {
    id: 'diff',
    body: '<task/>',
    cases: [sampleCase('happy', 3)],
    evidence: digests,
    partial: false,
    calls: 1,
    outlooks: [],
    manner: defaultRunSettings,
    ...part,
  };
}

/** Makes a result of that plan in which everything passed. */
export function resultOf(part: Partial<RunResult> = {}): RunResult {
  return {
    run_id: '20260110T120000Z-aaaaaa',
    id: 'diff',
    ts: '2026-01-10T12:00:00.000Z',
    state: 'finished',
    all_passed: true,
    partial: false,
    shard: null,
    total: 1,
    passed: 1,
    failed_cases: [],
    inconclusive_cases: [],
    missing_cases: [],
    triggering: null,
    cases: [sampleResult('happy', true, [{ findings: [] }])],
    evidence: { ...digests, synthetic: false, oldest_reply: '2026-01-10T11:59:00.000Z' },
    replies: { model: 1, recorded: 2, synthetic: 3 },
    sources: { ...noSources, asked: 1, unnamed: 2, synthetic: 3 },
    usage: { replies: 6, input_tokens: 10, output_tokens: 5, unmetered_replies: 0 },
    cost_usd: null,
    duration_s: 1.5,
    eva_version: '0.1.0',
    ...part,
  };
}
