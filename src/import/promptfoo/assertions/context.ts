import type { ConfigNode } from '../../config-node.js';
import type { ProviderEntry } from '../../draft.js';
import type { CodeFiles } from '../code/code-files.js';
import type { ImportContext, VarValue } from '../imported.js';

/** A model that eva can ask, with the entry of eva.yml that it needs; or why eva cannot ask it. */
export type ReachedModel = Reached | { readonly unreachable: string };

export interface Reached {
  readonly model: string;
  readonly entry?: ProviderEntry;
}

/** A text with the values of a test, or why it cannot be computed. */
export type RenderedText = { readonly text: string } | { readonly unsupported: string };

/** What the readers of assertions know and share. */
export interface ExpectationContext extends ImportContext {
  /** Inserts the variables of a test into a text. */
  render(text: string, vars: Readonly<Record<string, VarValue>>): RenderedText;
  /** Finds the judge that a `provider` names. */
  reachModel(node: ConfigNode): ReachedModel;
  /** Finds the embedding model that a `provider` names; the default one without a `provider`. */
  reachEmbedding(node: ConfigNode | undefined): ReachedModel;
  /** True if a price is known for each model under test. */
  readonly hasPrice: boolean;
  /** The names of the tools that all models under test declare; empty without tools. */
  readonly tools: readonly string[];
  /** True if all models under test report their tool calls. */
  readonly reportsCalls: boolean;
  /** True if the models answer with JSON that promptfoo hands on as a parsed value (`response_format` with a schema). */
  readonly parsesJson: boolean;
  /**
   * True if promptfoo gives code the tool calls of an answer as a chat API lists them: `[{ id, type, function: { name, arguments } }]`, or the
   * message that has them.
   */
  readonly callsInOutput: boolean;
  /** The `transform` that all models under test share; it applies before that of a test. */
  readonly providerTransform?: ConfigNode;
  /** Collects the code of the prompt's checks. */
  readonly code: CodeFiles;
}
