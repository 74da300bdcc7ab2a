/** Sample parameters for the sentences of `library`. */
export const librarySamples = {
  'EVA_UNKNOWN_PROMPT:path': { path: '../other/x', root: '/home/me/library' },
  'EVA_UNKNOWN_PROMPT:library': { id: 'dif', meant: undefined, known: ['diff', 'summary'] },
  'EVA_UNTRUSTABLE:package': { specifier: 'lodash', isBuiltin: false },
} as const;
