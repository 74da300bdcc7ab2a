import type { Problem } from '#model/problem.js';
import { problem, shortened } from '#model/problem.js';
import { flagWords, promptWord, quoted, shellWord } from '#model/text/quoted.js';

/** Returns the command that gets a ref: `origin/main` under its own name, another name as the branch of `origin`. */
function fetchOf(ref: string): string {
  const branch = ref.replace(/^(refs\/remotes\/)?origin\//, '');
  if (isCommit(ref)) return `git fetch --depth=1 origin ${ref}`;
  return `git fetch --depth=1 origin ${shellWord(`+refs/heads/${branch}:refs/remotes/origin/${branch}`)}`;
}

/** Returns how to get a ref in a shallow clone, which does not tell whether a name is a branch or a tag. */
function fetchHint(ref: string, name: string): string {
  const depth = '(with actions/checkout: fetch-depth: 0)';
  if (ref.startsWith('origin/') || isCommit(ref)) return `get it: ${fetchOf(ref)} ${depth}`;
  return `get a tag: git fetch --depth=1 origin tag ${ref}; get a branch: ${fetchOf(ref)} ${depth}; then ${name} origin/${ref}`;
}

function isCommit(ref: string): boolean {
  return /^[0-9a-f]{7,64}$/.test(ref);
}

function isName(ref: string): boolean {
  return /^[\w./-]+$/.test(ref) && !ref.endsWith('/') && !ref.includes('..') && ref !== 'HEAD';
}

/** Returns a size in megabytes, rounded up. */
function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}

/** The command that reads a git ref, if it is not `eva eval --changed`. */
interface AskedBy {
  readonly command?: 'compare';
  /** The prompt that is compared. */
  readonly id?: string;
  /** The word that was probably meant to be no ref; null without one. */
  readonly meant?: string | null;
}

function idOf(id: string | undefined): string {
  return id === undefined ? 'ID' : promptWord(id);
}

/** Returns the way to go on without the commit. */
function instead({ command, id, meant = null }: AskedBy): string {
  if (meant !== null) return `did you mean ${shellWord(meant)}?`;
  return command === 'compare' ? `compare two runs: eva compare ${idOf(id)} RUN RUN` : 'name the prompts: eva eval ID';
}

/** What git cannot do, and what to do: both depend on whether `eva compare` asks. */
const texts = {
  no_git: (params: AskedBy) => ({
    message: 'there is no git program in PATH',
    hint: `install git, or ${instead(params)}`,
  }),
  no_repository: ({ root, ...by }: { readonly root: string } & AskedBy) => ({
    message: `${quoted(root)} is in no git repository`,
    hint: instead(by),
  }),
  outside: ({ root, ...by }: { readonly root: string } & AskedBy) => ({
    message: `${quoted(root)} is outside of the working tree of its git repository`,
    hint: instead(by),
  }),
  ownership: ({ dir }: { readonly dir: string }) => ({
    message: `git does not read ${quoted(dir)}, which belongs to another user`,
    hint: `if you trust that user: git config --global --add safe.directory ${shellWord(dir)}`,
  }),
  bad_ref: ({ ref, command, id }: { readonly ref: string } & AskedBy) => ({
    message: `${JSON.stringify(ref)} cannot be a git ref`,
    hint:
      command === 'compare'
        ? `name a branch, tag or commit: eva compare ${idOf(id)} origin/main`
        : ref === ''
          ? 'is the variable set that holds it? eva eval --changed compares with the default'
          : 'name a branch, tag or commit: eva eval --changed origin/main',
  }),
  no_commit: (params: AskedBy) => ({
    message: 'the repository has no commit yet',
    hint: `commit the library, or ${instead(params)}`,
  }),
  unknown_ref: ({ ref, meant, command }: { readonly ref: string; readonly meant: string | null } & AskedBy) => ({
    message: `git knows no commit ${quoted(ref)}`,
    hint:
      meant !== null
        ? `did you mean ${meant}?`
        : ref.startsWith('origin/') && isName(ref)
          ? `get it: ${fetchOf(ref)}`
          : `git branch --all shows the branches, git log the commits${command === 'compare' ? ', eva log the runs' : ''}`,
  }),
  ambiguous: (params: { readonly ref: string; readonly names: readonly string[] } & AskedBy) => ({
    message: `${quoted(params.ref)} can mean several commits`,
    hint:
      params.command === 'compare'
        ? `write the full name: ${params.names.map(shellWord).join(' or ')}`
        : `write the full name: --changed ${params.names.map(shellWord).join(' or --changed ')}`,
  }),
  prompt_as_ref: ({ ref }: { readonly ref: string }) => ({
    message: `--changed ${quoted(ref)} names a prompt where a git ref belongs`,
    hint: `write the prompt first: eva eval ${promptWord(ref)} --changed`,
  }),
  shallow: ({ ref, command }: { readonly ref: string } & AskedBy) => ({
    message: `this clone is shallow, and does not have ${quoted(ref)}`,
    hint: isName(ref)
      ? fetchHint(ref, command === 'compare' ? 'name' : '--changed')
      : 'get all commits: git fetch --unshallow (with actions/checkout: fetch-depth: 0)',
  }),
  no_merge_base: ({ branch, isShallow }: { readonly branch: string; readonly isShallow: boolean }) => ({
    message: isShallow
      ? `this clone is shallow, and does not have the merge base with ${branch}`
      : `HEAD and ${branch} have no commit in common`,
    hint: isShallow
      ? 'get all commits: git fetch --unshallow (with actions/checkout: fetch-depth: 0)'
      : `name what to compare with: eva eval ${flagWords('--changed', branch)}`,
  }),
  missing_object: ({ path }: { readonly path: string }) => ({
    message: `this clone is partial, and does not have ${quoted(path)} of that commit`,
    hint: 'get all files: git fetch --refetch --no-filter origin (with actions/checkout: no filter)',
  }),
  submodule: ({ path, ...by }: { readonly path: string } & AskedBy) => ({
    message: `${quoted(path)} is a git submodule, whose files are not in the commit`,
    hint: instead(by),
  }),
  twice: ({ path, ...by }: { readonly path: string } & AskedBy) => ({
    message: `that commit has two files, or a file and a folder, with the path ${quoted(path)}, or with names that this disk cannot tell apart`,
    hint: `name another commit, or ${instead(by)}`,
  }),
  too_large: ({ bytes, limit, ...by }: { readonly bytes: number; readonly limit: number } & AskedBy) => ({
    message: `the files that the library needs at that commit are ${megabytes(bytes)}, and eva copies at most ${megabytes(limit)}`,
    hint: instead(by),
  }),
  not_written: ({ reason }: { readonly reason: string }) => ({
    message: `the files of that commit could not be written to the folder for temporary files (${reason})`,
    hint: 'make room there, or set TMPDIR to another folder',
  }),
  failed: (params: { readonly git: string; readonly reason: string } & AskedBy) => ({
    message: `git ${params.git} failed: ${params.reason}`,
    hint: `correct that, or ${instead(params)}`,
  }),
} as const;

type GitVariant = keyof typeof texts;

/** Makes the problem of a ref that cannot be read. `fix` has what the problem in other words of `eva compare` needs. */
export function gitProblem<K extends GitVariant>(variant: K, params: Parameters<(typeof texts)[K]>[0]): Problem {
  const fix = shortened(params);
  const { message, hint } = (texts[variant] as (given: typeof params) => { message: string; hint: string })(fix);
  return problem(`EVA_GIT:${variant}`, message, { hint, fix: { ...fix } });
}

/** Makes a problem of git again, as one of a comparison of a prompt. `meant`: the word that the ref was probably meant to be; null without one. */
export function askedByCompare(found: Problem, id: string, meant: string | null): Problem {
  const { code, variant, fix } = found;
  if (code !== 'EVA_GIT' || variant === undefined || !Object.hasOwn(texts, variant)) return found;
  const asker: AskedBy = { command: 'compare', id, meant: (fix?.['meant'] as string | null | undefined) ?? meant };
  return { ...found, ...gitProblem(variant as 'no_git', { ...fix, ...asker }) };
}
