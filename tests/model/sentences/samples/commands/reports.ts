const unknown = { written: 'eva.json', meant: null } as const;

const twice = { names: ['json', 'json'], file: 'out/eva.json' } as const;

const other = { names: ['pretty', 'json'], file: 'out/eva.txt' } as const;

/** Sample parameters for the sentences of reports. */
export const reportSamples = {
  'EVA_USAGE:unknown_reporter': unknown,
  'EVA_USAGE:no_report_file': { name: 'json' },
  'EVA_USAGE:two_on_stdout': { names: ['pretty', 'json'] },
  'EVA_USAGE:same_report_file': other,
  'EVA_USAGE:report_in_library': { file: 'prompts/diff/eval.yml', place: 'prompts/' },
  'EVA_BAD_VALUE:unknown_reporter': { written: 'jsn', meant: 'json' },
  'EVA_BAD_VALUE:no_report_file': { name: 'json' },
  'EVA_BAD_VALUE:two_on_stdout': { names: ['json', 'json'] },
  'EVA_BAD_VALUE:same_report_file': twice,
  'EVA_BAD_VALUE:report_in_library': { file: 'eva.yml', place: 'eva.yml' },
} as const;
