import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import type { NamedProgram } from '#library/programs.js';
import { isInside } from '#load/source/inside-root.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import { writeAtomically } from '#store/files/atomic-write.js';
import { onDisk } from '#store/files/disk-error.js';
import { type Grants, readGrants } from './grants.js';

/** What this user has trusted so far, and the file that says so. */
export interface TrustStore {
  readonly file: string;
  readonly user: User;
  readonly grants: Grants;
}

/** Whose word counts. */
export interface User {
  /** eva's directory among this user's own data: `$XDG_DATA_HOME/eva`. */
  readonly dataDir: string;
  /** This user's number; undefined where users have none. */
  readonly uid: number | undefined;
}

/**
 * Opens the user's `trust.json`; no file trusts nothing. Throws EVA_TRUST_INSIDE if the data directory lies inside the library,
 * EVA_TRUST_FILE if the file is damaged or others may write it.
 */
export function openTrust(user: User, root: string): TrustStore {
  const dir = realPathOf(resolve(user.dataDir));
  if (isInside(realpathSync(root), dir)) {
    const hint = 'set XDG_DATA_HOME to a directory outside of the library';
    throw new EvaError([
      problem('EVA_TRUST_INSIDE', `${dir} lies inside the library, which must not grant itself trust`, { hint }),
    ]);
  }
  const file = join(dir, 'trust.json');
  return { file, user, grants: readGrants(file, user.uid) };
}

/** The real path of a directory that need not exist yet: that of its nearest ancestor that does, and the rest. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), path.slice(parent.length));
  }
}

/** What trust is bound to: the library's real path, the kind, the command line with the variables that it gets, or the server and its key, and the bytes of every file that it names. */
export function trustDigest(root: string, program: NamedProgram): string {
  const { kind, cwd, files } = program;
  const said =
    program.kind === 'base_url'
      ? {
          provider: program.name,
          type: program.type,
          url: program.url ?? null,
          api_key_env: program.api_key_env,
        }
      : { argv: program.argv, ...(program.env && { env: program.env }) };
  return sha256(canonicalJson({ root: realpathSync(root), kind, cwd: realpathSync(cwd), files, ...said }));
}

/** True if exactly this program, with exactly these bytes, was trusted in this library. */
export function isTrusted(store: TrustStore, root: string, program: NamedProgram): boolean {
  return store.grants.has(trustDigest(root, program));
}

/** Those programs that were not trusted as they are now: without a store that can be relied on, all of them. */
export function untrustedOf(
  programs: readonly NamedProgram[],
  root: string,
  store: TrustStore | null,
): readonly NamedProgram[] {
  return programs.filter((program) => store === null || !isTrusted(store, root, program));
}

/** Trusts programs from now on and returns the store that knows it. Throws EVA_UNTRUSTABLE, EVA_DISK. */
export function recordTrust(store: TrustStore, root: string, programs: readonly NamedProgram[], now: Date): TrustStore {
  const unreadable = programs.filter(namesUnreadable);
  if (unreadable.length > 0) throw new EvaError(unreadable.map(untrustable));
  const granted = programs.map((program) => [trustDigest(root, program), grantOf(root, program, now)] as const);
  const grants = new Map([...readGrants(store.file, store.user.uid), ...granted]);
  onDisk('create', dirname(store.file), () => mkdirSync(dirname(store.file), { recursive: true, mode: 0o700 }));
  writeAtomically(
    store.file,
    `${JSON.stringify({ version: 1, trusted: Object.fromEntries(grants) }, null, 2)}\n`,
    0o600,
  );
  return { ...store, grants };
}

function grantOf(root: string, program: NamedProgram, now: Date): object {
  const what = program.kind === 'base_url' ? (program.url ?? program.api_key_env) : program.argv;
  return { library: realpathSync(root), kind: program.kind, what, ts: now.toISOString() };
}

function namesUnreadable(program: NamedProgram): boolean {
  return program.files.some((file) => file.sha256 === 'unreadable');
}

function untrustable(program: NamedProgram) {
  const paths = program.files.filter((file) => file.sha256 === 'unreadable').map((file) => file.path);
  return problem(
    'EVA_UNTRUSTABLE',
    `${program.kind} "${program.name}" names a file that cannot be read: ${paths.join(', ')}`,
  );
}
