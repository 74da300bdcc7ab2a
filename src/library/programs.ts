import { createHash } from 'node:crypto';
import { type BigIntStats, closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Case } from '#model/case.js';
import type { LibraryConfig, ProviderConfig } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import { innerChecks } from '#model/grader.js';
import type { Place } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import { quoted, short } from '#model/text/quoted.js';
import { typeOf } from '#provider/types/index.js';
import { noteRead } from './source/read-file.js';

/** An action that needs trust, because files of the library request it: run a program, or send prompts and a key to a server. */
export type NamedProgram = CommandLine | Server;

export interface CommandLine {
  /**
   * `check`: a `command` check of a case. `module`: a module with functions that check, whose `argv` is its path alone. `app`: the
   * application of a scenario. `provider`: an entry of type `command` in eva.yml.
   */
  readonly kind: 'check' | 'module' | 'app' | 'provider';
  /** The first case, scenario or provider that names it. */
  readonly name: string;
  readonly argv: readonly string[];
  /** For an application: names of the environment variables that it gets besides the default ones. */
  readonly env?: readonly string[];
  /** For a module: the `node:` modules through which it can read what is no evidence, such as `node:fs`. */
  readonly readers?: readonly string[];
  /** The absolute directory in which it runs. */
  readonly cwd: string;
  readonly files: readonly NamedFile[];
  /** The place where it is named first. */
  readonly at?: Place;
}

/** A provider of eva.yml that sends prompts and a key to a server that the user did not choose. */
interface Server {
  readonly kind: 'base_url';
  readonly name: string;
  readonly type: ProviderConfig['type'];
  readonly at?: undefined;
  /** Absent for the default server of the type. */
  readonly url?: string;
  /** The name of the variable whose value is sent as the key; null for the default variable of the type. */
  readonly api_key_env: string | null;
  /** What the server gets as the key: the value of a variable, or a login. */
  readonly sends: string;
  readonly cwd: string;
  readonly files: readonly NamedFile[];
}

/** Lists the programs that the cases of a prompt name, as checks or applications, each once. All need trust before they run. */
export function casePrograms(promptDir: string, cases: readonly Case[]): readonly NamedProgram[] {
  return commandLinesOf(promptDir, cases).map((line) => ({ ...line, files: namedFiles(line.argv, line.cwd) }));
}

/** Lists the programs that the cases of a prompt name, like `casePrograms`, but reads no files. */
export function commandLinesOf(promptDir: string, cases: readonly Case[]): readonly Omit<CommandLine, 'files'>[] {
  const named = cases.flatMap((testCase) => [...checksOf(testCase, promptDir), ...appOf(testCase, promptDir)]);
  return uniqueBy(named, ({ kind, argv, env }) => JSON.stringify([kind, argv, env]));
}

/** Lists the programs, servers and keys of the providers of eva.yml that need trust. */
export function providerPrograms(root: string, { providers }: LibraryConfig): readonly NamedProgram[] {
  return Object.entries(providers).flatMap(([name, entry]) => [
    ...(entry.command
      ? [{ kind: 'provider' as const, name, argv: entry.command, cwd: root, files: namedFiles(entry.command, root) }]
      : []),
    ...(needsTrust(entry) ? [serverOf(name, entry, root)] : []),
  ]);
}

function checksOf(testCase: Case, cwd: string): readonly Omit<CommandLine, 'files'>[] {
  const specs = testCase.expectations.flatMap(({ grader }) =>
    grader.grader === 'trial_passes' ? grader.params.checks : [],
  );
  return specs
    .flatMap(innerChecks)
    .filter((spec) => spec.op === 'command')
    .map((spec) => {
      const at = spec.at ?? testCase.at;
      const argv = [spec.value].flat().map(String);
      return { kind: 'check', name: testCase.name, argv, cwd, ...(at && { at }) };
    });
}

function appOf({ name, subject, at: place }: Case, cwd: string): readonly Omit<CommandLine, 'files'>[] {
  if (subject.kind !== 'conversation' || subject.app.app !== 'command') return [];
  const { argv, env, at = place } = subject.app;
  return [{ kind: 'app', name, argv, cwd, env, ...(at && { at }) }];
}

/** Returns true if the user must agree first: the library chooses the server, or which variable is sent as the key. */
function needsTrust(entry: ProviderConfig): boolean {
  const { base_url, api_key_env } = entry;
  return base_url !== undefined || (api_key_env !== undefined && api_key_env !== typeOf(entry).keyVariable);
}

/** Returns the server of an entry, which gets as the key the value of its variable, else a login that needs none. */
function serverOf(name: string, entry: ProviderConfig, cwd: string): Server {
  const { type, base_url, api_key_env } = entry;
  const { keyVariable, login } = typeOf(entry);
  const variable = api_key_env ?? keyVariable;
  const value = variable === '' ? [] : [`the value of ${variable}`];
  const sends = [...value, ...(login === undefined ? [] : [login])].join(', or without it ');
  const url = base_url === undefined ? {} : { url: base_url };
  return { kind: 'base_url', name, type, ...url, api_key_env: api_key_env ?? null, sends, cwd, files: [] };
}

interface NamedFile {
  /** The real path. */
  readonly path: string;
  /** The digest of its bytes, or `unreadable`. A command line with an unreadable file cannot be trusted. */
  readonly sha256: string;
}

/** The maximum size of a file that eva hashes, in bytes. No script or interpreter is larger. */
const maxBytes = 1024 * 1024 * 1024;

/** Returns the words of a command line that are regular files, relative to the directory in which it runs. */
function namedFiles(argv: readonly string[], cwd: string): readonly NamedFile[] {
  const files = argv.flatMap((word) => namedFile(word, cwd) ?? []);
  return uniqueBy(files, (file) => file.path);
}

function namedFile(word: string, cwd: string): NamedFile | undefined {
  noteRead(resolve(cwd, word));
  try {
    const path = realpathSync(resolve(cwd, word));
    const stats = statSync(path);
    if (!stats.isFile()) return undefined;
    return { path, sha256: stats.size > maxBytes ? 'unreadable' : digestOf(path) };
  } catch {
    return undefined;
  }
}

function digestOf(path: string): string {
  try {
    return hashFile(path);
  } catch {
    return 'unreadable';
  }
}

function hashFile(path: string): string {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(1024 * 1024);
  const fd = openSync(path, 'r');
  try {
    for (let read = readSync(fd, chunk); read > 0; read = readSync(fd, chunk)) hash.update(chunk.subarray(0, read));
  } finally {
    closeSync(fd);
  }
  return hash.digest('hex');
}

/**
 * Returns a function to call before each start of a program. It throws EVA_PROGRAM_CHANGED if a file of the program differs from the one
 * that trust and evidence refer to. It reads files again only if their identity on the disk has changed since the last check. It ignores
 * command lines that are not among `programs`.
 */
export function watchPrograms(programs: readonly NamedProgram[]): (argv: readonly string[], cwd: string) => void {
  const watches = programs.filter((program) => program.kind !== 'base_url').map((program) => new ProgramWatch(program));
  return (argv, cwd) => {
    for (const watch of watches) if (watch.isOf(argv, cwd)) watch.requireUnchanged();
  };
}

class ProgramWatch {
  readonly #program: CommandLine;
  /** The identity of its files when they were last read; null if they must be read again. */
  #identity: readonly string[] | null = null;

  constructor(program: CommandLine) {
    this.#program = program;
  }

  isOf(argv: readonly string[], cwd: string): boolean {
    return resolve(cwd) === resolve(this.#program.cwd) && isDeepStrictEqual(argv, this.#program.argv);
  }

  requireUnchanged(): void {
    const { kind, argv, cwd, files } = this.#program;
    const words = kind === 'module' ? files.map(({ path }) => path) : argv;
    const stats = words.map((word) => statOf(word, cwd));
    const identity = stats.map(identityOf);
    if (isDeepStrictEqual(identity, this.#identity)) return;
    const now = namedFiles(words, cwd);
    if (!isDeepStrictEqual(now, files)) throw changed(this.#program, now);
    this.#identity = stats.every(isSettled) ? identity : null;
  }
}

function statOf(word: string, cwd: string): BigIntStats | null {
  try {
    return statSync(realpathSync(resolve(cwd, word)), { bigint: true });
  } catch {
    return null;
  }
}

function identityOf(stats: BigIntStats | null): string {
  if (stats === null) return 'none';
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

/** The coarsest time resolution of a common file system: a file may change twice within it without a new time. */
const clockStepMs = 2000;

/** Returns false for a file that changed so recently that its time might not show another change. */
function isSettled(stats: BigIntStats | null): boolean {
  return stats === null || Date.now() - Number(stats.ctimeMs) > clockStepMs;
}

function changed({ kind, name, argv, files }: CommandLine, now: readonly NamedFile[]): EvaError {
  const differing = [...files, ...now].filter((file) => !(has(files, file) && has(now, file)));
  const paths = [...new Set(differing.map(({ path }) => path))];
  return new EvaError([
    problem(
      'EVA_PROGRAM_CHANGED',
      `${owners[kind]} ${quoted(name)}: the program ${JSON.stringify(argv)} was changed during the run: ${paths.map(short).join(', ')}`,
      { hint: 'nothing was decided; restore the file and resume the run, or start the run again' },
    ),
  ]);
}

function has(files: readonly NamedFile[], file: NamedFile): boolean {
  return files.some((named) => isDeepStrictEqual(named, file));
}

const owners = { check: 'case', module: 'case', app: 'scenario', provider: 'provider' } as const satisfies Record<
  CommandLine['kind'],
  string
>;
