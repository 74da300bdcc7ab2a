const run = { run_id: '20261121T223015Z-4f3a9c' };

/** Sample parameters for the sentences of `store`. */
export const storeSamples = {
  'EVA_BAD_RUN:no_document': { ...run, file: 'result.json', next: 'resume' },
  'EVA_BAD_RUN:large_document': { ...run, file: 'result.json', limit_mib: 256 },
  'EVA_UNKNOWN_RUN:several': { name: '4f3a9c', runs: [run.run_id, '20261122T080000Z-4f3a9c'] },
  'EVA_BAD_JOURNAL:line': { reason: 'is not complete JSON' },
  'EVA_BAD_JOURNAL:last_line': { reason: 'is not complete JSON' },
} as const;
