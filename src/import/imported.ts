import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { Place } from '#model/problem.js';
import type { ConfigNode } from './config-node.js';
import type { Expects, PromptFile, ProviderEntry } from './draft.js';
import type { Ledger } from './finding.js';
import type { ConfigFolder } from './folder.js';

/** What all readers of a configuration share. */
export interface ImportContext {
  readonly folder: ConfigFolder;
  readonly ledger: Ledger;
  /** The model of `--model`, as eva names it. */
  readonly model?: string;
  /** The entries of eva.yml that have a name already, each with the JSON of its settings. All readers of an import share it. */
  readonly taken?: Map<string, string>;
}

/** A value of a variable in one test, after `file://` was read and lists were multiplied out. */
export type VarValue =
  | {
      readonly kind: 'value';
      readonly value: JsonValue /** The text file that it comes from, relative to the folder. */;
      readonly file?: string;
    }
  /** A picture or PDF, by its path relative to the folder. With `content` it is no file yet: it was a data URL. */
  | { readonly kind: 'media'; readonly file: string; readonly content?: Buffer };

/** A test as it is asked once: scenarios and lists of values are multiplied out, defaults are merged in. */
export interface ImportedTest {
  /** The place where it is written: an entry of `tests`, or a row of a file. */
  readonly node: ConfigNode;
  /** The file of rows (CSV or JSONL) that it comes from; absent for an entry of YAML or JSON. */
  readonly rowsFile?: string;
  readonly description?: string;
  readonly vars: Readonly<Record<string, VarValue>>;
  /** The leaf assertions and sets that it must meet, those of `defaultTest` first, with `$ref` resolved. */
  readonly asserts: readonly ConfigNode[];
  /** Merged options: each key from the nearest of test, scenario and defaultTest (`options` and the keys on the test itself). */
  readonly options: Readonly<Record<string, ConfigNode>>;
  readonly threshold?: ConfigNode;
  /** Labels or ids of the prompts and providers that ask it; absent for all. */
  readonly prompts?: readonly string[];
  readonly providers?: readonly string[];
  readonly provider?: ConfigNode;
  readonly metadata?: JsonObject;
}

/** An input of a body: a variable as it is, or a value that is computed from the variables of each test. */
export interface BodyInput {
  readonly name: string;
  /** The variables that it reads; a filter such as `upper` can read one, `a.b` reads `a`. */
  readonly reads: readonly string[];
  /** Computes the value of a test; undefined if the test lacks the variable (the text is then empty). */
  valueOf(vars: Readonly<Record<string, VarValue>>): VarValue | undefined;
  /** Says why the value of a test cannot be computed, as a clause: `the filter \`upper\` of a number`. */
  flawOf?(vars: Readonly<Record<string, VarValue>>): string | undefined;
  /** `file`: the body inserts a picture or PDF, and the value is its path. Absent for a text. */
  readonly use?: 'file';
  /** A value that never depends on a test, such as braces of a raw block. */
  readonly fixed?: string;
}

/** A prompt of a configuration, as the body of an eva prompt. */
export interface ImportedPrompt {
  readonly node: ConfigNode;
  /** The names by which tests and providers refer to it: label, id, path. */
  readonly names: readonly string[];
  /** A name for people, for the id of the prompt. */
  readonly title: string;
  /** False if the title is the beginning of its text: the description of the configuration then gives the id. */
  readonly isNamed: boolean;
  readonly body:
    | { readonly kind: 'text'; readonly file: 'prompt.md' | 'prompt.txt'; readonly text: string }
    | { readonly kind: 'messages'; readonly messages: readonly JsonObject[] };
  readonly inputs: readonly BodyInput[];
  /** Files that the body itself names (pictures), relative to the folder; copied to the same path below the prompt. */
  readonly files: readonly string[];
  /** Files that were part of the body itself, such as pictures in a data URL. */
  readonly writes?: readonly PromptFile[];
  /** True if the body has braces of other template languages that are meant as they are. */
  readonly hasBraces?: boolean;
  readonly config?: ConfigNode;
}

/** The key of a provider's `config` that has its system message, as findings name it. */
export interface SystemSource {
  readonly what: string;
  readonly at: Place;
}

/** A reachable provider of a configuration, as a model under test. */
export interface ImportedModel {
  readonly node: ConfigNode;
  /** The names by which tests refer to it: id, label. */
  readonly names: readonly string[];
  readonly label?: string;
  /** As eva names it: `openai:gpt-5`, `groq:llama-4`. */
  readonly model: string;
  /** Settings of the model in eva's words: temperature, tools, extra … */
  readonly settings: JsonObject;
  readonly entry?: ProviderEntry;
  /** A system message of its own (`instructions`, `systemInstruction`). */
  readonly system?: string;
  readonly systemSource?: SystemSource;
  /** US dollars per million tokens. */
  readonly price?: { readonly input: number; readonly output: number };
  /** Names of the prompts that it answers; absent for all. */
  readonly prompts?: readonly string[];
  /** `transform` of the provider: applies before that of a test. */
  readonly transform?: ConfigNode;
  /** False for a model that reports no tool calls, such as a program that prints text. */
  readonly reportsCalls: boolean;
  /** True for a model of Anthropic at a server with its protocol. */
  readonly isClaude?: true;
}

/** The expectations of a case in eva's words. */
export interface ImportedExpectations {
  readonly expects: Expects;
  readonly embedding_model?: string;
  /** True if a program or a function looks at the case: it then gets all variables of the test as inputs. */
  readonly needsAllVars: boolean;
  /** Entries of eva.yml that a judge or an embedding model needs. */
  readonly entries: readonly ProviderEntry[];
}
