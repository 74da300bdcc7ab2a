const run_id = '20261124T101500Z-1f0c2a';
const expectations = [
  { number: 1, about: 'every check and the rubric' },
  { number: 3, about: 'kindness' },
] as const;

/** Sample parameters for the sentences about labels. */
export const labelSamples = {
  'EVA_LABEL:no_run': { id: null },
  'EVA_LABEL:program': { run_id },
  'EVA_LABEL:shard': { run_id },
  'EVA_LABEL:no_prompt': { run_id, id: 'support' },
  'EVA_LABEL:nothing_judged': { run_id },
  'EVA_LABEL:which_case': { cases: ['tickets', 'invoices'] },
  'EVA_LABEL:not_judged': { case: 'typo', cases: ['tickets'] },
  'EVA_LABEL:which_expectation': { case: 'tickets', expectations },
  'EVA_LABEL:unknown_expectation': { case: 'tickets', word: '2', expectations },
  'EVA_LABEL:unfinished': { run_id, id: 'support', case: 'tickets', missing: 3 },
  'EVA_LABEL:no_answers': { run_id, case: 'tickets' },
  'EVA_LABEL:unread': { id: 'diff', line: 4, reason: 'is not complete JSON' },
  'EVA_LABEL:no_texts': { run_id, id: 'support', case: 'tickets' },
  'EVA_LABEL:no_terminal': null,
  'EVA_LABEL:rater': { rater: ' ', limit: 100 },
  'EVA_LABEL:no_labels': { id: 'diff', run_id: '20261121T223015Z-4f3a9c' },
  'EVA_LABEL:export_exists': { file: 'to-label.csv' },
  'EVA_LABEL:columns': { columns: ['verdict'], found: ['run', 'case'] },
  'EVA_LABEL:workbook': null,
  'EVA_LABEL:no_file': null,
  'EVA_LABEL:no_folder': { file: 'labels/a.csv' },
  'EVA_LABEL:verdict': { word: 'maybe' },
  'EVA_LABEL:other_run': { run: '20261123T101500Z-aaaaaa', run_id },
  'EVA_LABEL:other_case': { case: 'ticket', cases: ['tickets'] },
  'EVA_LABEL:other_expectation': { case: 'tickets' },
  'EVA_LABEL:other_response': { case: 'tickets' },
  'EVA_LABEL:other_item': { item: 't-9', draw: '0', items: ['item t-1, draw 0'] },
  'EVA_LABEL:twice': { line: 7 },
  'EVA_LABEL:long_note': { limit: 2000 },
  'EVA_LABEL:nothing_filled': null,
} as const;
