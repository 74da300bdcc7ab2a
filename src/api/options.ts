import { bodyFromData, type DataBody, propertyOf } from '#library/program-data/data-source.js';
import { configFromData } from '#library/settings/config.js';
import type { Budget, LibraryConfig, Price, ProviderConfig } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import { isObject } from '#model/data/json.js';
import { hasErrors, type Place, type Problem, problem } from '#model/problem.js';
import type { AnyRunEvent } from '#model/run/notice.js';
import { listed, short } from '#model/text/quoted.js';
import { isPriceProblem } from '#run/plan/cost.js';
import { optionText } from '#run/plan/missing-prices.js';
import { type ModelClient, modelFlaw } from '#run/scenarios/scenario-models.js';
import { type Fields, fieldProblems, frozenCopy } from './builder.js';
import { errorOf } from './error-texts.js';
import type { ScenarioTest } from './scenario-test.js';

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

const fields: Fields<SigmaEvalOptions> = {
  judge_model: {
    is: 'a text',
    needed: 'name the model that scores behaviours: judge_model: "claude-haiku-4-5-20251001"',
  },
  user_simulator_model: { is: 'a text' },
  embedding_model: { is: 'a text' },
  significance_level: { is: 'a number' },
  sample_size: { is: 'a number' },
  max_turns: { is: 'a number' },
  writing_style: { is: 'an object or false' },
  time_limit_s: { is: 'a number of seconds above 0' },
  concurrency: { is: 'a number' },
  provider: { is: 'an object' },
  providers: { is: 'an object' },
  prices: { is: 'an object' },
  rubrics: { is: 'a text', isPath: true },
  prompt: { is: 'a text or a list of messages' },
  runs: { is: 'a text or true', isPath: true },
  resume: { is: 'true or false' },
  budget: { is: 'an object' },
  cache: { is: 'true or false' },
  record: { is: 'true or false' },
  replay: { is: 'true or false' },
  rows: { is: 'a text', isPath: true },
  allow_underpowered: { is: 'true or false' },
  cwd: { is: 'a text', isPath: true },
  env: { is: 'an object' },
};

/** The name of the options in problems. */
export const file = 'SigmaEval';

type Path = readonly (string | number)[];

/** Options with defaults for missing ones. */
export interface Settings {
  readonly options: SigmaEvalOptions;
  readonly config: LibraryConfig;
  /** The option `prompt`; an empty text without it. */
  readonly body: DataBody;
}

/** Reads options. Throws `EvaError` with a problem for each unknown or invalid option. */
export function readOptions(options: SigmaEvalOptions): Settings {
  const strange = [
    ...fieldProblems(options, fields, file),
    ...clientProblems(options?.provider),
    ...clashes(options, file),
  ];
  if (strange.length > 0) throw errorOf(strange);
  const { concurrency, providers, prices, budget } = options;
  const document = frozenCopy({ concurrency, providers, prices, budget, defaults: defaultsOf(options) });
  const { value, problems } = configFromData(document, (path) => placeInOptions(path, options));
  if (!value || hasErrors(problems))
    throw errorOf(uniqueBy(problems, ({ message, at }) => `${at?.property} ${message}`));
  const astray = options.provider ? [] : modelProblems(options, value.config);
  if (astray.length > 0) throw errorOf(astray);
  return { options: { ...options }, config: value.config, body: readPrompt(options) };
}

/** Reads the option `prompt`. Throws `EvaError` with all its problems. */
function readPrompt({ prompt = '' }: SigmaEvalOptions): DataBody {
  const place = (path: Path) => ({ file, property: propertyOf(['prompt', ...path]) });
  const { value, problems } = bodyFromData(prompt, place);
  if (!value || hasErrors(problems)) throw errorOf(problems);
  return value;
}

/** Returns the `defaults:` of scenarios as a document. The judge model plays the users too, unless another one is given. */
export function defaultsOf(options: SigmaEvalOptions): object {
  const { judge_model, user_simulator_model, embedding_model, significance_level, sample_size, max_turns } = options;
  return frozenCopy({
    judge: { model: judge_model },
    user_simulator: { model: user_simulator_model ?? judge_model, max_turns },
    embedding_model,
    significance_level,
    sample_size,
  });
}

/** Pairs of options of which only one can be true. */
const exclusive = [
  ['record', 'replay'],
  ['record', 'cache'],
  ['items', 'item'],
  ['look', 'fail_fast'],
] as const;

/** Returns a problem for each pair of options that exclude each other. Problems call the options `file`. */
export function clashes(options: unknown, file: string): readonly Problem[] {
  if (!isObject(options)) return [];
  return exclusive
    .filter((pair) => pair.every((name) => options[name] !== undefined && options[name] !== false))
    .map(([one, other]) =>
      problem('EVA_BAD_VALUE:exclusive_options', `"${one}" cannot be used with "${other}"`, {
        hint: 'remove one of them',
        at: { file, property: one },
      }),
    );
}

function clientProblems(client: unknown): readonly Problem[] {
  if (!isObject(client) || typeof Reflect.get(client, 'send') === 'function') return [];
  const at = { file, property: 'provider' };
  return [
    problem('EVA_WRONG_TYPE:no_send', '"provider" has no function "send"', {
      hint: 'write the providers of eva.yml under "providers"',
      at,
    }),
  ];
}

function modelProblems(options: SigmaEvalOptions, config: LibraryConfig) {
  const { judge_model, user_simulator_model, embedding_model } = options;
  return Object.entries({ judge_model, user_simulator_model, embedding_model }).flatMap(([property, model]) => {
    const flaw = model === undefined ? null : modelFlaw(model, config);
    return flaw === null
      ? []
      : [inProgram(flaw.problemAt({ file, property }, property === 'embedding_model' ? 'embeddings' : 'texts'))];
  });
}

/** Rewords a problem of eva.yml for a program, which has options instead. */
export function inProgram(entry: Problem): Problem {
  if (isPriceProblem(entry)) {
    const { models, model, limited = [model] } = entry.fix;
    const need = entry.variant === 'metric' ? 'metric' : 'budget';
    return problem(
      'EVA_NO_PRICE:program',
      `${need === 'metric' ? 'the cost metric' : 'a limit on the cost'} needs ${limited.length === 1 ? 'a price' : 'prices'} for ${listed(limited.map(short))}`,
      {
        hint: `set the option "prices" of SigmaEval, ${optionText(models)}`,
        at: entry.at ?? { file, property: 'prices' },
      },
    );
  }
  return entry;
}

/** Returns the place of the option that a setting of `defaults:` or eva.yml comes from. */
export function placeInOptions(path: Path, { user_simulator_model }: SigmaEvalOptions): Place {
  const user = user_simulator_model === undefined ? 'judge_model' : 'user_simulator_model';
  const property = propertyOf(path)
    .replace(/^defaults\./, '')
    .replace(/^user_simulator\.max_turns$/, 'max_turns')
    .replace(/^judge(\.model)?$/, 'judge_model')
    .replace(/^user_simulator(\.model)?$/, user);
  return { file, property };
}

/** An event of a run: its progress, and notices such as `run_resumed`. */
export type RunEvent = AnyRunEvent;

/** Options of one evaluation. */
export interface EvaluateOptions {
  /** Ends the evaluation: running calls are aborted, and the promise rejects with the signal's reason. Replies of a run that is kept are saved. */
  readonly signal?: AbortSignal | undefined;
  /** Receives events during the run. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  readonly allow_underpowered?: boolean | undefined;
}

const evaluateFields: Fields<EvaluateOptions> = {
  signal: { is: 'an AbortSignal' },
  onEvent: { is: 'a function' },
  allow_underpowered: { is: 'true or false' },
};

/** Throws `EvaError` with a problem for each unknown or invalid option of `evaluate`. */
export function checkEvaluateOptions(options: unknown): void {
  const problems = fieldProblems(options, evaluateFields, 'the third argument of evaluate');
  if (problems.length > 0) throw errorOf(problems);
}
