import { flagWords, groupedDigits, promptWord } from '#model/text/quoted.js';
import type { SentenceTable } from '../table.js';

/** The sentences of problems that `store` finds: of files in general, of runs, and of recordings. */
export const storeSentences = {
  'EVA_DISK:failed': (params: {
    readonly action: DiskAction;
    readonly path: string;
    /** The error code of the system, such as `ENOSPC`. */
    readonly error: string;
  }) => ({
    message: `cannot ${params.action} ${params.path}: ${reasons[params.error] ?? params.error}`,
    hint:
      params.error === 'ENOSPC' || params.error === 'EDQUOT' ? 'free some space and run the command again' : undefined,
  }),
  'EVA_DISK:rows': ({ path, error }: { readonly path: string; readonly error: string }) => ({
    message: `cannot append to ${path}: ${reasons[error] ?? error}`,
    hint: 'the option "rows" names this file: make it writable, or name another file',
  }),
  'EVA_DISK:read_only': ({ path }: { readonly path: string }) => ({
    message: `cannot write ${path}: the file is read-only`,
    hint: 'give yourself permission to write it',
  }),
  'EVA_DISK:line_too_long': (params: { readonly path: string; readonly limit_mib: number }) => ({
    message: `cannot write ${params.path}: a reply is longer than ${params.limit_mib} MiB, the limit of a line`,
    hint: 'earlier replies are kept; make the model or program give a shorter answer',
  }),
  'EVA_DISK:deleted': ({ path }: { readonly path: string }) => ({
    message: `cannot write ${path}: another program deleted the file during the run`,
    hint: 'its replies are lost; start the run again',
  }),
  'EVA_DISK:changed': ({ path }: { readonly path: string }) => ({
    message: `cannot read ${path}: another program changed the file during the run`,
    hint: 'do not touch the files of a run until it ends',
  }),
  'EVA_DISK:locked': ({ path }: { readonly path: string }) => ({
    message: `cannot write ${path}: another eva is using it`,
    hint: 'wait until the other eva ends, then run the command again',
  }),
  EVA_ODD_FILE: ({ path, kind }: { readonly path: string; readonly kind: keyof typeof oddKinds }) => ({
    message: `${path} is ${oddKinds[kind]}`,
    hint: 'eva keeps its own files as regular files inside the library; put one there, or remove this',
  }),
  'EVA_INTERNAL:long_row': ({ bytes }: { readonly bytes: number }) => ({
    message: `a row of ${bytes} bytes is too long to be written at once`,
  }),
  'EVA_LOG_TOO_LARGE:bytes': (params: { readonly path: string; readonly limit_mib: number }) => ({
    message: `${params.path} is larger than ${params.limit_mib} MiB`,
    hint: moveLines,
  }),
  'EVA_LOG_TOO_LARGE:lines': ({ path, limit }: { readonly path: string; readonly limit: number }) => ({
    message: `${path} has more than ${groupedDigits(limit)} lines`,
    hint: moveLines,
  }),
  'EVA_LOG_TOO_LARGE:recordings': (params: {
    readonly path: string;
    readonly limit_mib: number;
    readonly limit: number;
  }) => ({
    message: `${params.path} would exceed ${params.limit_mib} MiB or ${groupedDigits(params.limit)} lines, so nothing was recorded`,
    hint: 'record fewer cases with --case, or delete recordings that you no longer need',
  }),
  EVA_BAD_RECORDING: ({ reason }: { readonly reason: string }) => ({
    message: `this line of the recordings ${reason}`,
    hint: 'record the prompt again with --record',
  }),
  'EVA_BAD_RUN:no_journal': ({ run_id }: Run) => ({
    message: `cannot read run ${run_id}: it has no journal.jsonl`,
    hint: 'the file was deleted; start the run again',
  }),
  'EVA_BAD_RUN:no_document': ({ run_id, file, next }: RunFile & { readonly next: AfterLoss }) => ({
    message: `cannot read run ${run_id}: it has no ${file}`,
    hint: {
      resume: `the run was interrupted; to continue it, type: eva eval ${flagWords('--resume', run_id)}`,
      program: 'the run was interrupted; to continue it, run the program again',
      start: 'the run ended before its first call, or the file was deleted; start the run again',
    }[next],
  }),
  'EVA_BAD_RUN:no_input': ({ run_id }: Run) => ({
    message: `cannot read run ${run_id}: an input is missing from inputs.jsonl`,
    hint: damaged,
  }),
  'EVA_BAD_RUN:large_document': ({ run_id, file, limit_mib }: RunFile & { readonly limit_mib: number }) => ({
    message: `cannot read run ${run_id}: ${file} is larger than ${limit_mib} MiB`,
    hint: 'read its verdicts in .eval.jsonl, or run fewer trials to get a smaller file',
  }),
  'EVA_BAD_RUN:not_json': ({ run_id, file }: RunFile) => ({
    message: `cannot read run ${run_id}: ${file} is not complete JSON`,
    hint: damaged,
  }),
  'EVA_BAD_RUN:flawed_document': ({ run_id, file, flaw }: RunFile & { readonly flaw: string }) => ({
    message: `cannot read run ${run_id}: ${file}: ${flaw}`,
    hint: damaged,
  }),
  'EVA_BAD_RUN:mixed_documents': ({ run_id }: Run) => ({
    message: `cannot read run ${run_id}: plan.json and result.json belong to different runs`,
    hint: damaged,
  }),
  'EVA_NO_FILE:folder': ({ dir }: { readonly dir: string }) => ({
    message: `there is no folder ${dir}`,
    hint: 'name the folders that hold the shards, for example copies of .eva/runs/ from your CI jobs',
  }),
  'EVA_UNKNOWN_RUN:none': {
    message: 'there is no run to report: no run in .eva/runs/ has a result',
    hint: 'start one: eva eval ID',
  },
  'EVA_UNKNOWN_RUN:several': ({ name, runs }: { readonly name: string; readonly runs: readonly string[] }) => ({
    message: `the names of ${runs.length} runs end in "${name}"`,
    hint: `name one of them: ${runs.length > 8 ? '…, ' : ''}${runs.slice(-8).join(', ')}`,
  }),
  'EVA_UNKNOWN_RUN:prompt': ({ id }: { readonly id: string }) => ({
    message: `"${id}" is a prompt, and a report is about a run`,
    hint: `list its runs: eva log ${promptWord(id)}; without a name, eva report shows the last run`,
  }),
  'EVA_UNKNOWN_RUN:name': (params: {
    readonly name: string;
    /** The only run with a similar name. */
    readonly meant: string | undefined;
    readonly latest: string | undefined;
  }) => ({
    message: `there is no run "${params.name}" in .eva/runs/`,
    hint:
      params.meant === undefined
        ? `${latestRun(params.latest)}; a run of CI is in the artifact of its job: put its folder into .eva/runs/`
        : `did you mean ${params.meant}?`,
  }),
  'EVA_RUN_IN_USE:process': ({ run_id, pid }: Run & { readonly pid: number }) => ({
    message: `process ${pid} is working on run ${run_id}`,
    hint: 'wait until it ends, or end it',
  }),
  'EVA_RUN_IN_USE:other_machine': (params: LockedRun & { readonly pid: number; readonly host: string }) => ({
    message: `process ${params.pid} on another machine or container, ${params.host}, is working on run ${params.run_id}`,
    hint: deleteLock(params.lock),
  }),
  'EVA_RUN_IN_USE:unknown': ({ run_id, lock }: LockedRun) => ({
    message: `run ${run_id} is locked, and its lock file does not name the process`,
    hint: deleteLock(lock),
  }),
  EVA_NEWER_JOURNAL: ({ path }: { readonly path: string }) => ({
    message: `a newer version of eva wrote ${path}`,
    hint: 'update eva, or start the run again; eva changed nothing in the journal',
  }),
  'EVA_BAD_JOURNAL:header': {
    message: 'the first line of the journal, which names its run, is damaged or missing',
    hint: 'eva takes the name of the folder and uses every readable line; it removes nothing',
  },
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

const oddKinds = {
  symbolic_link: 'a symbolic link',
  not_a_file: 'not a regular file',
  not_a_directory: 'not a directory',
} as const;

/** The reasons of the file system by their error codes. */
const reasons: Readonly<Record<string, string>> = {
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

const damaged = 'it was cut or edited, or another version of eva wrote it; start the run again';
const moveLines = 'move the older lines to another file';
const oneReply = 'eva asks for this reply again and uses every other line; it removes nothing';

function latestRun(latest: string | undefined): string {
  return latest === undefined ? 'start one: eva eval ID' : `the latest is ${latest}`;
}

function deleteLock(lock: string): string {
  return `if no process works on it, delete ${lock}`;
}
