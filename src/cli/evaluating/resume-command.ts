import { shellWord } from '#model/text/quoted.js';

/** The flags that the resume command must repeat. */
export interface Resumable {
  readonly root?: string;
  readonly cache?: boolean;
  readonly trust?: boolean;
  readonly live?: boolean;
}

/** Returns the command that resumes a run of a prompt: `run`, else the latest unfinished one. */
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

/** Returns the command that requests and records all replies, for a replay that lacks recordings. */
export function recordCommand(id: string, { root }: Resumable): string {
  return ['eva eval', shellWord(id), '--record', ...rootFlag(root)].join(' ');
}

function rootFlag(root: string | undefined): readonly string[] {
  return root === undefined ? [] : ['--root', shellWord(root)];
}
