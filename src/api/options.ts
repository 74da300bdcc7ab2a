import type { Budget, Price, ProviderConfig } from '#model/config.js';
import type { RunEvent } from '#model/run/notice.js';
import type { ModelClient } from '#run/scenarios/scenario-models.js';
import type { ScenarioTest } from './scenario-test.js';

export type { RunEvent };

/** A message of the option `prompt`. System messages come first; the last message is not from the user. */
export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string | readonly { readonly text: string }[];
}

/** The working directory and the environment of an evaluation. */
export interface WorldOptions {
  /** The working directory of programs, and the base of relative paths. Default: that of the process. */
  readonly cwd?: string | undefined;
  /** The environment with the keys. Default: that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The options of `SigmaEval`. */
export interface SigmaEvalOptions extends WorldOptions {
  /** The model that scores expected behaviours and writes their rubrics. */
  readonly judge_model: string;
  /** The model that plays the users. Default: `judge_model`. */
  readonly user_simulator_model?: string | undefined;
  /** The model whose embeddings the check `similar` compares. */
  readonly embedding_model?: string | undefined;
  /** The largest probability of a false pass. Default: 0.05. A scenario or a criterion overrides it. */
  readonly significance_level?: number | undefined;
  /** The maximum number of conversations of a scenario that sets none. Default: 1. */
  readonly sample_size?: number | undefined;
  /** The maximum number of user messages in a conversation of a scenario that sets none. Default: 10. */
  readonly max_turns?: number | undefined;
  /** How simulated users write in scenarios that do not say it; false: no style. Default: eva's own texts. */
  readonly writing_style?: ScenarioTest['writing_style'];
  /**
   * The seconds that one evaluation may take. Then its calls end, and it rejects with a `TimeoutError`. Default: no limit: a test runner that
   * gives a test up does not end its calls.
   */
  readonly time_limit_s?: number | undefined;
  /** The maximum number of concurrent conversations. Default: 4. */
  readonly concurrency?: number | undefined;
  /** Your own model client, used for every model call. */
  readonly provider?: ModelClient | undefined;
  /** The settings of providers, as in eva.yml. */
  readonly providers?: Readonly<Record<string, ProviderConfig>> | undefined;
  /** Prices in USD per million tokens, by model, as in eva.yml. */
  readonly prices?: Readonly<Record<string, Price>> | undefined;
  /** The path of a rubrics.yml. eva reads it and adds missing rubrics. Default: rubrics stay in memory. */
  readonly rubrics?: string | undefined;
  /**
   * The system prompt of scenarios whose application is a model, or messages as in messages.yml: system messages, and the messages that open
   * each conversation. `{{input}}` is replaced by the input.
   */
  readonly prompt?: string | readonly PromptMessage[] | undefined;
  /**
   * The folder in whose `.eva/runs` eva keeps the journal and the result of each evaluation; true for `cwd`. The next evaluation of the
   * same scenarios resumes an unfinished one and requests only the missing replies.
   */
  readonly runs?: string | true | undefined;
  /** False to start a new run even if `runs` has an unfinished one of the same scenarios. Default: true. */
  readonly resume?: boolean | undefined;
  /** The limits of one evaluation, as in eva.yml. */
  readonly budget?: Budget | undefined;
  /** Whether to save replies in `.eva/cache` of the folder of `runs` (or of `cwd`) and to reuse them. */
  readonly cache?: boolean | undefined;
  /** Whether to record every reply in `recordings.jsonl` of the folder of `runs` (or of `cwd`). */
  readonly record?: boolean | undefined;
  /** Whether to take every reply from the recordings and call no model. */
  readonly replay?: boolean | undefined;
  /** The path of a file to which eva appends the row of each finished evaluation, in the format of `.eval.jsonl`. */
  readonly rows?: string | undefined;
  /** Whether to run criteria that cannot pass with their `sample_size`. */
  readonly allow_underpowered?: boolean | undefined;
}

/** Options of one evaluation. */
export interface EvaluateOptions {
  /** Ends the evaluation: running calls are aborted, and the promise rejects with the signal's reason. Replies of a run that is kept are saved. */
  readonly signal?: AbortSignal | undefined;
  /** Receives events during the run. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  readonly allow_underpowered?: boolean | undefined;
}
