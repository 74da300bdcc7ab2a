export const gitSamples = {
  'EVA_GIT:no_repository': { root: '/home/me/library' },
  'EVA_GIT:outside': { root: '/home/me/library' },
  'EVA_GIT:ownership': { dir: '/home/me/library' },
  'EVA_GIT:bad_ref': { ref: '--upload-pack=x' },
  'EVA_GIT:unknown_ref': { ref: 'origin/main', meant: null },
  'EVA_GIT:prompt_as_ref': { ref: 'support' },
  'EVA_GIT:shallow': { ref: 'origin/main' },
  'EVA_GIT:no_merge_base': { branch: 'origin/main', isShallow: true },
  'EVA_GIT:missing_object': { path: 'prompts/a/eval.yml' },
  'EVA_GIT:submodule': { path: 'prompts/shared' },
  'EVA_GIT:not_written': { reason: 'ENOSPC' },
  'EVA_GIT:failed': { command: 'ls-tree', reason: 'fatal: bad object' },
} as const;
