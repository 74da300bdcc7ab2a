import { shellWord } from '#model/text/quoted.js';

/** The flags that a command to resume must repeat. */
export interface Resumable {
  readonly root?: string;
  readonly cache?: boolean;
  readonly trust?: boolean;
  readonly live?: boolean;
}

/** Returns the command that resumes a run of a prompt: the latest open one unless `run` names it. */
export function resumeCommand(id: string, options: Resumable, run?: string): string {
  const { root, cache, trust, live } = options;
  return [
    'eva eval',
    shellWord(id),
    '--resume',
    ...(run === undefined ? [] : [shellWord(run)]),
    ...(cache === undefined ? [] : [cache ? '--cache' : '--no-cache']),
    ...(live ? ['--live'] : []),
    ...(trust ? ['--trust'] : []),
    ...rootFlag(root),
  ].join(' ');
}

/** Returns the command that asks for every reply and keeps it: it completes what a replay has no recordings for. */
export function recordCommand(id: string, { root }: Resumable): string {
  return ['eva eval', shellWord(id), '--record', ...rootFlag(root)].join(' ');
}

function rootFlag(root: string | undefined): readonly string[] {
  return root === undefined ? [] : ['--root', shellWord(root)];
}
