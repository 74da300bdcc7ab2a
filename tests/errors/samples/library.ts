/** Sample parameters for the sentences of `library`. */
export const librarySamples = {
  'EVA_DISK:list': { dir: '/home/ada/library/prompts' },
  'EVA_BAD_ID:name': { id: 'a/b', flaw: 'slash' },
  'EVA_UNKNOWN_PROMPT:library': { id: 'dif', meant: undefined, known: ['diff', 'summary'] },
  'EVA_NO_LIBRARY:named': { name: '--root', value: 'docs' },
  'EVA_NO_LIBRARY:above': { cwd: '/home/ada' },
  EVA_FOREIGN_LIBRARY: { dir: '/tmp', foreign: '/tmp/prompts' },
  EVA_META_EDIT: { file: 'prompts/diff/meta.yml' },
  EVA_PROGRAM_CHANGED: { owner: 'check', name: 'usual', argv: ['node', 'check.js'], paths: ['check.js'] },
} as const;
