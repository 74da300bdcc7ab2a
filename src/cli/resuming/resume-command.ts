import { shellWord } from '#model/shell-word.js';

/** What of a command line goes on with a run that is resumed. */
export interface Resumable {
  readonly root?: string;
  readonly cache?: boolean;
  readonly trust?: boolean;
  readonly live?: boolean;
}

/** The command that goes on with a run of a prompt, to be copied: with the last one that is not done, unless it is named. */
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
    ...(root === undefined ? [] : ['--root', shellWord(root)]),
  ].join(' ');
}
