import { flagWords } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

/** The sentences of problems that `store` finds: of files in general, of runs, and of recordings. */
export const storeSentences = {
  'EVA_BAD_RUN:no_document': ({ run_id, file, next }: RunFile & { readonly next: AfterLoss }) => ({
    message: `cannot read run ${run_id}: it has no ${file}`,
    hint: {
      resume: `the run was interrupted; to continue it, type: eva eval ${flagWords('--resume', run_id)}`,
      program: 'the run was interrupted; to continue it, run the program again',
      start: 'the run ended before its first call, or the file was deleted; start the run again',
    }[next],
  }),
  'EVA_BAD_RUN:large_document': ({ run_id, file, limit_mib }: RunFile & { readonly limit_mib: number }) => ({
    message: `cannot read run ${run_id}: ${file} is larger than ${limit_mib} MiB`,
    hint: 'read its verdicts in .eval.jsonl, or run fewer trials to get a smaller file',
  }),
  'EVA_UNKNOWN_RUN:several': ({ name, runs }: { readonly name: string; readonly runs: readonly string[] }) => ({
    message: `the names of ${runs.length} runs end in "${name}"`,
    hint: `name one of them: ${runs.length > 8 ? '…, ' : ''}${runs.slice(-8).join(', ')}`,
  }),
  'EVA_BAD_JOURNAL:line': ({ reason }: { readonly reason: string }) => ({
    message: `this line of the journal ${reason}`,
    hint: oneReply,
  }),
  'EVA_BAD_JOURNAL:last_line': ({ reason }: { readonly reason: string }) => ({
    message: `the last line of the journal ${reason}: the process was killed while it wrote the line`,
    hint: oneReply,
  }),
} as const satisfies SentenceTable;

export interface Run {
  readonly run_id: string;
}

export interface RunFile extends Run {
  readonly file: string;
}

/** What replaces a missing document of a run: a resume, another run of the program that made it, or a new run. */
export type AfterLoss = 'resume' | 'program' | 'start';

export interface LockedRun extends Run {
  /** The path of the lock file. */
  readonly lock: string;
}

export type DiskAction = 'append to' | 'close' | 'create' | 'open' | 'read' | 'remove' | 'write';

/** The things that eva can find in place of one of its files. */
export type OddFileKind = keyof typeof oddKinds;

export const oddKinds = {
  symbolic_link: 'a symbolic link',
  not_a_file: 'not a regular file',
  not_a_directory: 'not a directory',
} as const;

/** The reasons of the file system by their error codes. */
export const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it exists already',
  EFBIG: 'the file would be too large',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a directory',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the path is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'its directory does not exist',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is not a directory',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

export const damaged = 'it was cut or edited, or another version of eva wrote it; start the run again';

export const moveLines = 'move the older lines to another file';

const oneReply = 'eva asks for this reply again and uses every other line; it removes nothing';

export function latestRun(latest: string | undefined): string {
  return latest === undefined ? 'start one: eva eval ID' : `the latest is ${latest}`;
}

export function deleteLock(lock: string): string {
  return `if no process works on it, delete ${lock}`;
}
