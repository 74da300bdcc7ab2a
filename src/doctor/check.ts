import type { NamedProgram } from '#library/programs.js';
import type { WeighedPrompt } from '#lifecycle/gather.js';
import type { KeptEvidence } from '#lifecycle/read-evidence.js';
import type { TrustStore, User } from '#lifecycle/trust.js';
import type { LoadedConfig } from '#load/config.js';
import type { LibraryConfig } from '#model/config.js';
import type { Problem } from '#model/problem.js';
import type { Alias } from './gather-aliases.js';

/** What doctor must know of the machine; it looks at nothing of it by itself. */
export interface DoctorEnvironment {
  /** As `process.versions.node` says it: `20.19.0`. */
  readonly nodeVersion: string;
  /** The environment variable that should hold the key for a model and does not; undefined if none is needed, or it is set. */
  readonly missingKey: (model: string, config: LibraryConfig) => string | undefined;
  /** The user whose trust counts. */
  readonly user: User;
}

/** What is known of the library before the first prompt is looked at. */
export interface LibraryContext {
  readonly root: string;
  /** Every prompt of the library, also those that were not asked for. */
  readonly ids: readonly string[];
  readonly env: DoctorEnvironment;
  /** True if a `ready` prompt without fresh evidence is an error. */
  readonly strict: boolean;
  readonly now: Date;
  /** null if eva.yml could not be made sense of. */
  readonly config: LoadedConfig | null;
  /** What reading eva.yml, the log and the trust file has found so far. */
  readonly fileProblems: () => readonly Problem[];
  /** Those of them that lie inside the library. */
  readonly inside: ReadonlySet<string>;
  /** Every alias of every prompt, also of those that were not asked for. */
  readonly aliases: ReadonlyMap<string, readonly Alias[]>;
  /** The first prompt that claims an alias. */
  readonly aliasOwner: ReadonlyMap<string, string>;
  /** What is kept of the runs of a prompt. */
  readonly evidenceOf: (id: string) => KeptEvidence;
  /** The programs and servers of eva.yml. */
  readonly programs: readonly NamedProgram[];
  /** Read when it is first asked for; null if the trust file cannot be relied on. */
  readonly trust: () => TrustStore | null;
}

/** What is known of the library once every prompt was looked at. */
export interface LibraryFindings extends LibraryContext {
  /** The name of every model that the cases ask. */
  readonly models: ReadonlySet<string>;
}

/** What is known of one prompt when its checks run: its files, their problems with those of its recordings. */
export interface PromptContext extends WeighedPrompt {
  readonly library: LibraryContext;
  /** Names of the prompt's files, relative to the root. */
  readonly metaFile: string;
  readonly bodyFile: string;
}

/** One rule about a prompt. It reads what was gathered and touches nothing. */
export interface PromptCheck {
  readonly name: string;
  run(context: PromptContext): readonly Problem[];
}

/** One rule about the library as a whole, or about the machine. */
export interface LibraryCheck {
  readonly name: string;
  run(findings: LibraryFindings): readonly Problem[];
}
