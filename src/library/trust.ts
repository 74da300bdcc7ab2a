import { realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { baseUrlInFull } from '#model/data/base-url.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import { isObject } from '#model/data/json.js';
import type { Place, Problem, Severity } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import { pathWord, promptWord, quoted, short } from '#model/text/quoted.js';
import { isTracked } from '#provider/process/git-program.js';
import { writeAtomically } from '#store/files/atomic-write.js';
import { makeDirectories, onDisk, readRegular } from '#store/files/regular-file.js';
import { withLock } from '#store/locks.js';
import type { NamedProgram } from './programs.js';
import { isInside } from './source/inside-root.js';
import { noteRead } from './source/read-file.js';

export interface TrustStore {
  readonly file: string;
  readonly user: User;
  readonly grants: Grants;
}

export interface User {
  /** eva's directory in this user's data directory: `$XDG_DATA_HOME/eva`. */
  readonly dataDir: string;
  /** The user id; undefined on systems without user ids. */
  readonly uid: number | undefined;
}

/**
 * Opens the user's `trust.json`. Without that file nothing is trusted. Throws EVA_TRUST_INSIDE if the data directory is inside the library,
 * EVA_TRUST_FILE if the file is damaged, others may write it, or git tracks it.
 */
export function openTrust(user: User, root: string): TrustStore {
  const dir = realPathOf(resolve(user.dataDir));
  if (isInside(realpathSync(root), dir))
    throw new EvaError([
      problem('EVA_TRUST_INSIDE', `${short(dir)} is inside the library, and a library must not grant trust to itself`, {
        hint: 'set XDG_DATA_HOME to a directory outside of the library',
      }),
    ]);
  const file = join(dir, 'trust.json');
  return { file, user, grants: readGrants(file, user.uid) };
}

/** Returns the real path of a directory that may not exist yet, by its nearest existing ancestor. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), path.slice(parent.length));
  }
}

/**
 * Returns the digest that trust is bound to. It covers the real path of the library, the kind, the bytes of every named file, and
 * either the command line with its variables or the server with the key variable that the entry names.
 */
function trustDigest(root: string, program: NamedProgram): string {
  const { kind, cwd, files } = program;
  const settings =
    program.kind === 'base_url'
      ? {
          provider: program.name,
          type: program.type,
          url: program.url ?? null,
          api_key_env: program.api_key_env,
        }
      : { argv: program.argv, ...(program.env && { env: program.env }) };
  return sha256(canonicalJson({ root: realpathSync(root), kind, cwd: realpathSync(cwd), files, ...settings }));
}

/** Returns true if exactly this program, with exactly these bytes, was trusted in this library. */
export function isTrusted(store: TrustStore, root: string, program: NamedProgram): boolean {
  return store.grants.has(trustDigest(root, program));
}

/** Returns the programs that are not trusted in their current state: all of them if there is no usable trust store. */
export function untrustedOf(
  programs: readonly NamedProgram[],
  root: string,
  store: TrustStore | null,
): readonly NamedProgram[] {
  return programs.filter((program) => store === null || !isTrusted(store, root, program));
}

/** Records programs as trusted, beside those of other processes, and returns the updated store. Throws EVA_UNTRUSTABLE, EVA_DISK. */
export function recordTrust(store: TrustStore, root: string, programs: readonly NamedProgram[], now: Date): TrustStore {
  const unreadable = programs.filter((program) => program.files.some((file) => file.sha256 === 'unreadable'));
  if (unreadable.length > 0) throw new EvaError(unreadable.map(untrustable));
  const granted = programs.map((program) => {
    const what = program.kind === 'base_url' ? (program.url ?? program.api_key_env) : program.argv;
    const grant = { library: realpathSync(root), kind: program.kind, what, ts: now.toISOString() };
    return [trustDigest(root, program), grant] as const;
  });
  onDisk('create', dirname(store.file), () => makeDirectories(dirname(store.file), 0o700));
  return withLock(store.file, () => {
    const grants = new Map([...readGrants(store.file, store.user.uid), ...granted]);
    const document = { version: 1, trusted: Object.fromEntries(grants) };
    writeAtomically(store.file, `${JSON.stringify(document, null, 2)}\n`, 0o600);
    return { ...store, grants };
  });
}

function untrustable(program: NamedProgram) {
  const paths = program.files.filter((file) => file.sha256 === 'unreadable').map((file) => file.path);
  return problem(
    'EVA_UNTRUSTABLE',
    `${program.kind} ${quoted(program.name)} names a file that cannot be read: ${paths.map(short).join(', ')}`,
  );
}

interface TrustRefusal {
  /** The prompt for the suggested `eva trust` command; absent for programs of eva.yml. */
  readonly id?: string;
  readonly at?: Place | undefined;
  readonly severity: Severity;
}

/** Makes the problem of a program or server that is not trusted in its current state. */
export function notTrusted(program: NamedProgram, { id, at, severity }: TrustRefusal): Problem {
  const owner = `${owners[program.kind]} ${quoted(program.name)}`;
  return problem(
    'EVA_NOT_TRUSTED',
    `${owner} ${short(actionOf(program))}, which you have not trusted, or which has changed since`,
    {
      hint: `review it, then run: eva trust${id === undefined ? '' : ` ${promptWord(id)}`} (in CI: eva eval --trust)`,
      at,
      severity,
    },
  );
}

const owners = {
  check: 'case',
  module: 'case',
  app: 'scenario',
  provider: 'provider',
  base_url: 'provider',
} as const satisfies Record<NamedProgram['kind'], string>;

function actionOf(program: NamedProgram): string {
  if (program.kind === 'module') return `loads the module ${program.argv.join(' ')}`;
  if (program.kind !== 'base_url') return `runs ${JSON.stringify(program.argv)}${valuesFor(program.env ?? [])}`;
  const { url, sends } = program;
  return `sends ${sends} as a key${url === undefined ? '' : ` to ${baseUrlInFull(url)}`}`;
}

function valuesFor(env: readonly string[]): string {
  if (env.length === 0) return '';
  return ` with the ${env.length === 1 ? 'value' : 'values'} of ${env.join(', ')}`;
}

/** Trusted digests. The values describe each program for a person who reads the file. */
type Grants = ReadonlyMap<string, unknown>;

const maxBytes = 8 * 1024 * 1024;

/**
 * Reads a trust file; without the file nothing is trusted. Throws EVA_TRUST_FILE if it is damaged, if another user owns it or may write it,
 * or if it can come with a clone. `uid` is the user id; undefined on systems without user ids.
 */
function readGrants(file: string, uid: number | undefined): Grants {
  noteRead(file);
  const bytes = readRegular(file, maxBytes);
  if (!bytes) return new Map();
  const { mode, uid: owner } = statSync(file);
  if (uid !== undefined && owner !== uid)
    throw new EvaError([
      problem('EVA_TRUST_FILE:other_owner', `eva does not use ${short(file)}: it belongs to another user`, {
        hint: 'delete it, then trust what you need with: eva trust',
      }),
    ]);
  if ((mode & 0o022) !== 0)
    throw new EvaError([
      problem('EVA_TRUST_FILE:writable', `eva does not use ${short(file)}: other users can write to it`, {
        hint: `run: chmod 600 ${pathWord(file)}`,
      }),
    ]);
  if (isTracked(file))
    throw new EvaError([
      problem(
        'EVA_TRUST_FILE:tracked',
        `eva does not use ${short(file)}: git tracks it or cannot say, so a clone can have brought it`,
        { hint: 'set XDG_DATA_HOME to a folder outside of the repository, then trust what you need with: eva trust' },
      ),
    ]);
  const trusted = trustedIn(bytes.toString('utf8'));
  if (!trusted)
    throw new EvaError([
      problem('EVA_TRUST_FILE:damaged', `eva does not use ${short(file)}: it is damaged`, {
        hint: 'delete it, then trust what you need with: eva trust',
      }),
    ]);
  return new Map(Object.entries(trusted));
}

function trustedIn(text: string): object | undefined {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document !== 'object' || document === null || !('trusted' in document)) return undefined;
    const { trusted } = document;
    return isObject(trusted) ? trusted : undefined;
  } catch {
    return undefined;
  }
}
