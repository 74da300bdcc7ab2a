/** Sample parameters for the sentences of `lifecycle`. */
export const lifecycleSamples = {
  EVA_UNTRUSTABLE: { kind: 'check', name: 'lint', paths: ['check.js'] },
} as const;
