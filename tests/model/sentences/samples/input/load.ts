const input = { name: 'langage', odd: '', meant: 'language', known: 'code, language' };

const threshold = { param: 'threshold', value: 0, ask: 'more than 0' };

const scale = { min: 1, max: 5 };

/** Sample parameters for the sentences of `load`. */
export const loadSamples = {
  'EVA_YAML_ALIAS:inside': { alias: 'usual' },
  'EVA_YAML_ALIAS:unknown': { alias: 'usual' },
  EVA_YAML_NUMBER: { written: '.inf' },
  'EVA_YAML_KEY:not_text': { written: '1.5' },
  'EVA_OUTSIDE:path': { path: '../secret', why: 'up' },
  'EVA_OUTSIDE:link': { path: 'examples/usual' },
  'EVA_UNREADABLE:opened': { why: 'permission denied' },
  'EVA_NOT_A_FILE:directory': { path: 'this' },
  'EVA_NOT_A_FILE:opened': { kind: 'a directory' },
  'EVA_NO_FILE:unread': { from: 'recording.jsonl', to: 'recordings.jsonl' },
  'EVA_NO_FILE:named': { path: 'a.txt', looked: ['a.txt', 'prompts/diff/a.txt'] },
  'EVA_NO_PROGRAM:missing': { program: 'pyton3', hasPath: false },
  EVA_MORE_PROBLEMS: { more: 7 },
  'EVA_UNDECLARED_INPUT:file': { name: 'receipt' },
  'EVA_UNDECLARED_INPUT:case_file': { name: 'receipt' },
  'EVA_TOO_LARGE:request': { bytes: 34_000_000, limit: 30 * 1024 * 1024 },
  'EVA_CONTRADICTION:same_variants': { first: 'small', second: 'tiny' },
  'EVA_BAD_VALUE:cases_of': { id: 'triag', nearest: 'triage' },
  'EVA_BAD_VALUE:no_folder': { key: 'tools' },
  'EVA_BAD_VALUE:tool': { name: 'serch', nearest: 'search', known: ['search', 'refund'] },
  EVA_PROVIDER_LACKS: {
    model: 'claude-cli:opus',
    feature: 'tools',
    through: 'program',
    instead: { model: 'anthropic:opus' },
  } as const,
  EVA_UNUSED_SETTING: { key: 'seed', reason: 'seed_of_case' },
  'EVA_UNKNOWN_INPUT:prompt': input,
  'EVA_UNKNOWN_INPUT:object': { ...input, meant: undefined },
  'EVA_UNDECLARED_INPUT:body': { name: 'code' },
  'EVA_UNDECLARED_INPUT:story': { name: 'cod', meant: 'code' },
  'EVA_BAD_THRESHOLD:every_score': { ...threshold, ...scale },
  'EVA_BAD_THRESHOLD:no_score': { ...threshold, value: 9, ...scale },
  'EVA_BAD_VALUE:base_url': { kind: 'v1', endsWithV1: false },
  EVA_INVISIBLE_TEXT: { names: 'U+200B ZERO WIDTH SPACE' },
  'EVA_BAD_CHECK:module_kind': { file: 'checks.js', name: 'polite' },
  'EVA_CONTRADICTION:draws_of_file': { first: 'dataset.draws', firstAt: 'line 4', second: 'sequential' },
  'EVA_CONTRADICTION:class_units': { first: 'dataset.cluster', firstAt: 'line 4', second: 'class' },
  'EVA_CONTRADICTION:look': { first: 'look', firstAt: 'line 4', second: 'assert' },
  'EVA_BAD_VALUE:class_name': { name: 'refunds', meant: 'refund', known: ['billing', 'refund'] },
  'EVA_DATA_VALUE:check': { field: 'limit', flaw: 'max_tokens: the value must be a whole number, 1 or more' },
} as const;
