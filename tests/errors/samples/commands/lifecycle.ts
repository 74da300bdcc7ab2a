/** Sample parameters for the sentences of `lifecycle`. */
export const lifecycleSamples = {
  'EVA_BAD_ROW:attempt': { reason: 'is not JSON' },
  EVA_TRUST_INSIDE: { dir: '/work/library/.data/eva' },
  'EVA_TRUST_FILE:other_owner': { file: '/home/a/.local/share/eva/trust.json' },
  'EVA_TRUST_FILE:writable': { file: '/home/a/.local/share/eva/trust.json' },
  'EVA_TRUST_FILE:tracked': { file: '/home/a/.local/share/eva/trust.json' },
  'EVA_TRUST_FILE:damaged': { file: '/home/a/.local/share/eva/trust.json' },
  EVA_UNTRUSTABLE: { kind: 'check', name: 'lint', paths: ['check.js'] },
  EVA_NOT_TRUSTED: { owner: 'case', name: 'lint', action: 'runs ["node","check.js"]', prompt: 'diff' },
} as const;
