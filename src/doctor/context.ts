import { join } from 'node:path';
import { type EvalGatesInput, rowsOfVariant, variantFiles } from '#gate/gate.js';
import type { NamedProgram } from '#library/programs.js';
import type { LoadedConfig } from '#library/settings/config.js';
import { isThere } from '#library/source/inside-root.js';
import type { TrustStore, User } from '#library/trust.js';
import type { LibraryConfig } from '#model/config.js';
import type { Place, Problem } from '#model/problem.js';
import { EvaError } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { ModelAsker } from '#model/reply/reply-sources.js';
import type { KeptEvidence } from '#run/attempts/kept-evidence.js';
import type { ComparedInput } from '#run/compare/open-versions.js';
import type { PromptFiles } from '#run/prompt/read-prompt.js';
import { readRegular } from '#store/files/regular-file.js';
import type { RunLog } from '#store/logs/eval-log.js';

/** The facts of the machine that doctor needs; its caller reads them. */
export interface DoctorEnvironment {
  /** `process.versions.node`: `20.19.0`. */
  readonly nodeVersion: string;
  /** Returns the environment variable that lacks the key for a model; undefined if no key is needed, or it is set. */
  readonly missingKey: (model: string, config: LibraryConfig) => string | undefined;
  /** Returns the variable that probably holds the key of a model's provider under a wrong name. */
  readonly similarKey?: (model: string, config: LibraryConfig) => string | undefined;
  /** Returns why the provider of a model cannot be called: a package, a region or a project is missing. Absent: for no reason. */
  readonly unreachable?: (model: string, config: LibraryConfig) => readonly Problem[];
  /** Returns the `.env` file that eva does not read, as a path to type; null without one. Absent: none. */
  readonly envFile?: (root: string) => string | null;
  /** The environment variables, of which programs get some. Absent: none. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  readonly user: User;
}

/** The facts of the library before the first prompt is checked. */
export interface LibraryContext {
  readonly root: string;
  /** All prompts of the library, checked or not; their aliases too. */
  readonly ids: readonly string[];
  readonly env: DoctorEnvironment;
  /** True if a `ready` prompt without fresh evidence is an error, and a text that does not mean what it seems to. */
  readonly strict: boolean;
  readonly now: Date;
  /** null if eva.yml cannot be read. */
  readonly config: LoadedConfig | null;
  /** Returns the problems found so far in eva.yml, the log and the trust file. */
  readonly fileProblems: () => readonly Problem[];
  /** The prompts whose folders are inside the library. */
  readonly inside: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, readonly Alias[]>;
  readonly aliasOwner: ReadonlyMap<string, string>;
  /** Returns the rows of a prompt, without those that name no prompt. Reads no folders of runs. */
  readonly rowsOf: (id: string) => RunLog;
  /** Returns the rows, attempts and run folders of all prompts. Reads the folders at the first call. */
  readonly evidence: () => KeptEvidence;
  /** Returns true if a folder from the library upwards has a `.git`. */
  readonly isInRepository: () => boolean;
  /** Returns what the gate of a comparison needs; nothing for a prompt without `compare:`. */
  readonly comparedOf: (prompt: Pick<PromptFiles, 'id' | 'compare'>) => { readonly compared?: ComparedInput };
  readonly programs: readonly NamedProgram[];
  /** Reads the trust file at the first call; null if it is not usable. */
  readonly trust: () => TrustStore | null;
}

/** The input of the rules about a prompt: its files, and the problems of its files and recordings. */
export interface PromptContext extends PromptFiles {
  readonly library: LibraryContext;
  /** Names of the prompt's files, relative to the root. */
  readonly metaFile: string;
  readonly bodyFile: string;
}

/** A rule about a prompt. It reads no files itself. */
export type PromptRule = (context: PromptContext) => readonly Problem[];

/** A rule about the library as a whole, or about the machine. `askers`: the models that the cases use, each once for a role and the place that names it. */
export type LibraryRule = (findings: LibraryContext & { readonly askers: readonly ModelAsker[] }) => readonly Problem[];

/** Returns the result of `read`. If it throws an EvaError, adds its problems to `problems` and returns `fallback`. */
export function collectLibraryProblems<T>(problems: Problem[], fallback: T, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof EvaError)) throw error;
    problems.push(...error.problems);
    return fallback;
  }
}

/** Returns the input of the gates of an evaluation, and of the comparison that `compare:` asks for, for a prompt as it is read. */
export function gatesInput(context: PromptContext, prompt: Prompt): EvalGatesInput {
  const { compare, library } = context;
  const { comparedOf, now } = library;
  const kept = library.evidence();
  const files = variantFiles(context);
  const runs = rowsOfVariant({ prompt, runs: kept.runs }, files);
  return { prompt, ...files, ...kept, runs, ...comparedOf({ id: prompt.id, compare }), now };
}

export interface Alias {
  readonly name: string;
  readonly at: Place;
}

const maxBytes = 64 * 1024;

/** Reads the aliases of all prompts that have any. Adds a problem for each file that cannot be read. */
export function readAliases(
  root: string,
  ids: readonly string[],
  problems: Problem[],
): ReadonlyMap<string, readonly Alias[]> {
  const found = ids.map((id) => {
    const file = `prompts/${id}/aliases`;
    const bytes = isThere(root, file)
      ? collectLibraryProblems(problems, null, () => readRegular(join(root, file), maxBytes))
      : null;
    return [id, bytes === null ? [] : aliasesIn(bytes.toString('utf8'), file)] as const;
  });
  return new Map(found.filter(([, own]) => own.length > 0));
}

/** Returns the first prompt that claims each alias, in the order of the ids. */
export function aliasOwners(aliases: ReadonlyMap<string, readonly Alias[]>): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const [id, own] of aliases) {
    for (const { name } of own) if (!owners.has(name)) owners.set(name, id);
  }
  return owners;
}

/** Reads an `aliases` file: one shell verb per line, blank lines ignored. */
function aliasesIn(text: string, file: string): Alias[] {
  return text.split(/\r?\n/).flatMap((source, index) => {
    const name = source.trim();
    if (name === '') return [];
    const column = source.length - source.trimStart().length + 1;
    return [{ name, at: { file, line: index + 1, column, source, length: name.length } }];
  });
}
