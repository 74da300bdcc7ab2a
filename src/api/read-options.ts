import { bodyFromData, type DataBody, propertyOf } from '#library/program-data/data-source.js';
import { configFromData } from '#library/settings/config.js';
import type { LibraryConfig } from '#model/config.js';
import { uniqueBy } from '#model/data/collections.js';
import { isObject } from '#model/data/json.js';
import { hasErrors, type Place, type Problem, problem } from '#model/problem.js';
import { modelFlaw } from '#run/scenarios/scenario-models.js';
import { type Fields, fieldProblems, frozenCopy } from './builder.js';
import { errorOf } from './error-texts.js';
import type { EvaluateOptions, SigmaEvalOptions } from './options.js';

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
const file = 'SigmaEval';

type Path = readonly (string | number)[];

/** Options with defaults for missing ones. */
export interface CheckedOptions {
  readonly options: SigmaEvalOptions;
  readonly config: LibraryConfig;
  /** The option `prompt`; an empty text without it. */
  readonly body: DataBody;
}

/** Reads options. Throws `EvaError` with a problem for each unknown or invalid option. */
export function readOptions(options: SigmaEvalOptions): CheckedOptions {
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
      : [flaw.problemAt({ file, property }, property === 'embedding_model' ? 'embeddings' : 'texts')];
  });
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
