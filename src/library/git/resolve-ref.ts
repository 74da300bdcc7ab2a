import { EvaError } from '#model/problem.js';
import { gitProblem } from '#provider/process/git-problems.js';
import { type GitPlace, runGit } from '#provider/process/git-program.js';

/** A commit, and how messages name it. */
export interface NamedCommit {
  /** The full name of the object. */
  readonly commit: string;
  /** `origin/main`, or `the merge base with origin/main`. */
  readonly name: string;
}

/** Throws EVA_GIT for a text that cannot be a ref. One that begins with `-` would be an option of git. */
export function requireRef(ref: string): void {
  if (ref === '' || ref.startsWith('-') || ref.length > 1000 || /[\p{Cc}\p{Cf}]/u.test(ref))
    throw new EvaError([gitProblem('bad_ref', { ref: ref.slice(0, 100) })]);
}

/** The two usual names of a default branch. */
const defaults: Readonly<Record<string, string>> = { main: 'master', master: 'main' };

/** Returns the ref that somebody may have meant: the branch of `origin`, or the default branch by its other name. Null if neither exists. */
async function meantRef(ref: string, place: GitPlace): Promise<string | null> {
  const other = Object.hasOwn(defaults, ref) ? defaults[ref] : undefined;
  const candidates = [`origin/${ref}`, ...(other === undefined ? [] : [other, `origin/${other}`])];
  for (const candidate of candidates) if ((await commitOf(candidate, place)) !== null) return candidate;
  return null;
}

/**
 * Returns a ref to compare with that exists: the default branch of `origin`, else `main` or `master`, else the commit before HEAD. Null without
 * any, without git, and outside of a repository.
 */
export async function usualRef(place: GitPlace): Promise<string | null> {
  try {
    const { code, stdout } = await runGit(['rev-parse', '--abbrev-ref', 'refs/remotes/origin/HEAD'], place);
    const ofOrigin = code === 0 ? [stdout.trim()] : [];
    for (const ref of [...ofOrigin, 'origin/main', 'origin/master', 'main', 'master', 'HEAD~1'])
      if ((await commitOf(ref, place)) !== null) return ref;
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
  }
  return null;
}

/** Returns the commit of a ref, or of the default without one: the merge base with the default branch of `origin`, else HEAD. Throws EVA_GIT. */
export async function resolveRef(ref: string | null, place: GitPlace): Promise<NamedCommit> {
  if (ref === null) return defaultCommit(place);
  const commit = await commitOf(ref, place);
  if (commit !== null) await refuseAmbiguous(ref, place);
  if (commit !== null) return { commit, name: ref };
  if (ref === 'HEAD') throw new EvaError([gitProblem('no_commit', {})]);
  const isShallow = await isShallowClone(place);
  if (isShallow) throw new EvaError([gitProblem('shallow', { ref })]);
  throw new EvaError([gitProblem('unknown_ref', { ref, meant: await meantRef(ref, place) })]);
}

/** Throws EVA_GIT for a name of several commits: git takes a tag before a branch, so a tag `origin/main` would hide the branch. */
async function refuseAmbiguous(ref: string, place: GitPlace): Promise<void> {
  const [name = ''] = ref.split(/[\^~:]|@\{/);
  if (name === '' || name === 'HEAD' || name === '@') return;
  const found = new Map<string, string>();
  for (const above of ['refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/']) {
    const commit = await commitOf(`${above}${name}`, place);
    if (commit !== null) found.set(`${above}${name}`, commit);
  }
  const commits = new Set(found.values());
  const isOtherCommit =
    /^[0-9a-f]{4,64}$/i.test(name) && [...commits].some((commit) => !commit.startsWith(name.toLowerCase()));
  if (commits.size > 1 || isOtherCommit)
    throw new EvaError([gitProblem('ambiguous', { ref: name, names: [...found.keys()] })]);
}

async function defaultCommit(place: GitPlace): Promise<NamedCommit> {
  const head = await commitOf('HEAD', place);
  if (head === null) throw new EvaError([gitProblem('no_commit', {})]);
  const remote = await commitOf('refs/remotes/origin/HEAD', place);
  if (remote === null) return { commit: head, name: 'HEAD' };
  const named = await runGit(['rev-parse', '--abbrev-ref', 'refs/remotes/origin/HEAD'], place);
  const branch = named.code === 0 ? named.stdout.trim() : 'origin/HEAD';
  const base = await runGit(['merge-base', remote, head], place);
  if (base.code === 0) return { commit: base.stdout.trim(), name: `the merge base with ${branch}` };
  const isShallow = await isShallowClone(place);
  throw new EvaError([gitProblem('no_merge_base', { branch, isShallow })]);
}

/** Returns the commit that a ref names; null for an unknown ref. */
async function commitOf(ref: string, place: GitPlace): Promise<string | null> {
  const { code, stdout } = await runGit(
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`],
    place,
  );
  const last = stdout.trim().split('\n').at(-1) ?? '';
  return code === 0 && /^[0-9a-f]{40,64}$/.test(last) ? last : null;
}

export async function isShallowClone(place: GitPlace): Promise<boolean> {
  const { stdout } = await runGit(['rev-parse', '--is-shallow-repository'], place);
  return stdout.trim() === 'true';
}
