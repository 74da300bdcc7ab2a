/** Sample parameters for the sentences of `cli`. */
export const cliSamples = {
  'EVA_BAD_RUN:undecidable': { run_id: '20261121T223015Z-4f3a9c', reason: 'case refund has no trials' },
  'EVA_USAGE:command_line': { flaw: "unknown option '--reply'", meant: '--replay' },
  'EVA_USAGE:no_trial': { case: 'refund', trial: 31, trials: 30 },
  'EVA_DISK:output': { reason: 'ENOSPC' },
  'EVA_DISK:not_removed': { reason: 'process 4711 is working on run 20261121T223015Z-4f3a9c' },
  'EVA_BAD_ROW:log': { reason: 'is not complete JSON' },
} as const;
