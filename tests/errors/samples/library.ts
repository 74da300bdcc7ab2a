/** Sample parameters for the sentences of `library`. */
export const librarySamples = {
  'EVA_DISK:list': { dir: '/home/ada/library/prompts' },
  'EVA_BAD_ID:name': { id: 'a/b', flaw: 'slash' },
  'EVA_UNKNOWN_PROMPT:path': { path: '../other/x', root: '/home/me/library' },
  'EVA_UNKNOWN_PROMPT:pattern': { pattern: 'sup*', known: ['diff', 'summary'] },
  'EVA_UNKNOWN_PROMPT:library': { id: 'dif', meant: undefined, known: ['diff', 'summary'] },
  'EVA_NO_LIBRARY:named': { name: '--root', value: 'docs' },
  'EVA_NO_LIBRARY:above': { cwd: '/home/ada' },
  EVA_FOREIGN_LIBRARY: { dir: '/tmp', foreign: '/tmp/prompts' },
  EVA_META_EDIT: { file: 'prompts/diff/meta.yml' },
  EVA_PROGRAM_CHANGED: { owner: 'check', name: 'usual', argv: ['node', 'check.js'], paths: ['check.js'] },
  'EVA_UNTRUSTABLE:package': { specifier: 'lodash', isBuiltin: false },
  'EVA_UNTRUSTABLE:outside': { specifier: '../../../shared.mjs' },
  'EVA_UNTRUSTABLE:kind': { specifier: './words.js' },
  'EVA_UNTRUSTABLE:import_unreadable': { file: 'prompts/diff/words.mjs' },
  'EVA_UNTRUSTABLE:syntax': { file: 'prompts/diff/checks.mjs' },
  'EVA_BAD_CHECK:no_export': { file: 'checks.mjs', name: 'polit', meant: 'polite', exports: ['polite'] },
} as const;
