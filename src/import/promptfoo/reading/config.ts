import type { JsonValue } from '#model/data/json.js';
import type { ConfigNode } from '../../config-node.js';

/** A configuration of promptfoo with its references resolved, one node for each part that other readers read. */
export interface PromptfooConfig {
  /** Its path from its folder: its name. */
  readonly file: string;
  readonly node: ConfigNode;
  readonly description?: string;
  readonly tags: Readonly<Record<string, string>>;
  /** A text, a list, or a mapping of paths to labels; `{{prompt}}` if the configuration has no prompts. */
  readonly prompts: ConfigNode;
  /** `providers` or `targets`: a text or a list. Entries that files hold are in the list. */
  readonly providers?: ConfigNode;
  readonly tests?: ConfigNode;
  /** A mapping, read from its file if the configuration names one. */
  readonly defaultTest?: ConfigNode;
  /** A list of scenarios, read from their files. */
  readonly scenarios?: ConfigNode;
  /** `commandLineOptions`: texts before and after each prompt, values of variables, the model that judges. */
  readonly promptPrefix?: ConfigNode;
  readonly promptSuffix?: ConfigNode;
  readonly vars: Readonly<Record<string, ConfigNode>>;
  readonly grader?: ConfigNode;
  /** How often each test is asked; from 2. */
  readonly repeat?: number;
  readonly maxConcurrency?: number;
  readonly timeoutMs?: number;
  /** `metadata`, which all tests share. */
  readonly metadata: Readonly<Record<string, JsonValue>>;
  /** Names of `env`, whose values are never read. */
  readonly envNames: readonly string[];
}
