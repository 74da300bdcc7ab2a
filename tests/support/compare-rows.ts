import type { ComparedCase, CompareRow } from '#model/pairs/compare-row.js';

const live = { synthetic: false, oldest_reply: '2026-01-12T12:00:05.000Z', from_run: null, kept: 0, asked: 40 };

/** Returns the row of a comparison of the prompt `diff` with main, which is not worse, with the given fields. */
export function compareRow(part: Partial<CompareRow> = {}): CompareRow {
  return {
    row: 1,
    ts: '2026-01-12T12:00:00.000Z',
    id: 'diff',
    run_id: '20260112T120000Z-cccccc',
    against: 'main',
    a: { label: 'main (4f2a9c1)', commit: '4f2a9c1', prompt: 'prompt-0', models: 'models-1', ...live },
    b: { prompt: 'prompt-1', cases: 'cases-1', judge: 'judge-1', models: 'models-1', ...live },
    not_worse_by: 0.05,
    alpha: 0.05,
    cases: [comparedCase()],
    outcome: 'not_worse',
    partial: false,
    eva_version: '0.0.0',
    ...part,
  };
}

/** Returns a case of a row, which is not worse, with the given fields. */
export function comparedCase(part: Partial<ComparedCase> = {}): ComparedCase {
  const counts = { n: 200, used: 200, b: 4, c: 3 };
  return { case: 'short', ...counts, outcome: 'not_worse', p_value: 0.01, fail_p: 1, better_p: 0.5, ...part };
}
