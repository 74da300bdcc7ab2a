import { type BigIntStats, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { EvaError, problem } from '#errors/index.js';
import { quoted, short } from '#model/text/quoted.js';
import { type CommandLine, type NamedFile, type NamedProgram, namedFiles } from './programs.js';

/**
 * Returns a function to call before each start of a program. It throws EVA_PROGRAM_CHANGED if a file of the program differs from the one
 * that trust and evidence refer to. It reads files again only if their identity on the disk has changed since the last check. It ignores
 * command lines that are not among `programs`.
 */
export function watchPrograms(programs: readonly NamedProgram[]): (argv: readonly string[], cwd: string) => void {
  const watches = programs.filter((one) => one.kind !== 'base_url').map((program) => new ProgramWatch(program));
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
  return files.some((one) => isDeepStrictEqual(one, file));
}

const owners = { check: 'case', module: 'case', app: 'scenario', provider: 'provider' } as const satisfies Record<
  CommandLine['kind'],
  string
>;
