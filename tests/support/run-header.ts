/** The header of a journal in tests. */
export const runHeader = { run_id: 'run-1', id: 'diff', eva_version: '0.1.0' };
