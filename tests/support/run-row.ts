import { noSources } from '#model/reply/reply-sources.js';
import type { RunRow } from '#model/run/run.js';

/** Makes the row of a green, full run of the prompt `diff` with the cases `one` and `two` and the given fields. */
export function runRow(part: Partial<RunRow> = {}): RunRow {
  return {
    ts: '2026-01-10T12:00:00.000Z',
    all_passed: true,
    total: 2,
    passed: 2,
    failed_cases: [],
    id: 'diff',
    run_id: '20260110T120000Z-aaaaaa',
    row: 1,
    partial: false,
    evidence: {
      prompt: 'prompt-1',
      cases: 'cases-1',
      judge: 'judge-1',
      models: 'models-1',
      synthetic: false,
      oldest_reply: '2026-01-10T12:00:01.000Z',
    },
    verdicts: ['one', 'two'].map((name) => decision(name, part.failed_cases?.includes(name) ? 'failed' : 'passed')),
    usage: { replies: 2, input_tokens: 20, output_tokens: 10, unmetered_replies: 0 },
    cost_usd: null,
    duration_s: 1.5,
    eva_version: '0.1.0',
    try: 1,
    sources: { ...noSources, asked: 2 },
    ...part,
  };
}

/** Makes a verdict of a row that was reduced to its decisions. */
export function decision(name: string, outcome: 'passed' | 'failed', significance_level: number | null = null) {
  return { case: name, criterion: 'every_trial', outcome, significance_level };
}
