import type { ModelClient } from '#engine/scenarios/model-client.js';
import { modelFlaw } from '#engine/scenarios/models.js';
import { problem } from '#errors/index.js';
import { configFromData } from '#load/config.js';
import { propertyOf } from '#load/data/data-cases.js';
import type { Budget, LibraryConfig, Price, ProviderConfig } from '#model/config.js';
import { isObject } from '#model/data/json.js';
import { hasErrors, type Place, type Problem } from '#model/problem.js';
import { frozenCopy } from '../build/frozen-copy.js';
import { errorOf } from '../said.js';
import { type Fields, fieldProblems } from './fields.js';

/** How a `SigmaEval` asks, decides and reaches the world. */
export interface SigmaEvalOptions {
  /** Scores expected behaviours, and writes their rubrics. */
  readonly judge_model: string;
  /** Plays the users; the `judge_model` unless set. */
  readonly user_simulator_model?: string | undefined;
  /** How probable a false pass may be at most; 0.05 unless set here, in a scenario or in a criterion. */
  readonly significance_level?: number | undefined;
  /** Conversations that are in hand at once; 4 unless set. */
  readonly concurrency?: number | undefined;
  /** A way to models of your own, for every model call. */
  readonly provider?: ModelClient | undefined;
  /** As in eva.yml: how providers are reached. */
  readonly providers?: Readonly<Record<string, ProviderConfig>> | undefined;
  /** As in eva.yml: USD per million tokens, by model. */
  readonly prices?: Readonly<Record<string, Price>> | undefined;
  /** Path of a rubrics.yml: read, and the rubrics that are missing are written into it. In memory unless set. */
  readonly rubrics?: string | undefined;
  /** The system prompt of scenarios whose application is a model; `{{input}}` is replaced. */
  readonly prompt?: string | undefined;
  /**
   * Keeps the journal and the result of each evaluation in `.eva/runs` of this folder; true for `cwd`. An evaluation that did not finish is
   * resumed by the next one of the same scenarios, which requests only the missing replies.
   */
  readonly runs?: string | true | undefined;
  /** False to begin anew even if an unfinished run of the same scenarios is in `runs`. */
  readonly resume?: boolean | undefined;
  /** What one evaluation may spend, as in eva.yml. */
  readonly budget?: Budget | undefined;
  /** Keeps replies in `.eva/cache` of the folder of `runs`, or of `cwd`, and takes them from there. */
  readonly cache?: boolean | undefined;
  /** Records every reply in `recordings.jsonl` of the folder of `runs`, or of `cwd`. */
  readonly record?: boolean | undefined;
  /** Calls no model: takes every reply from the recordings. */
  readonly replay?: boolean | undefined;
  /** Path of a file that the row of each finished evaluation is appended to, as `.eval.jsonl` has them. */
  readonly rows?: string | undefined;
  /** Whether criteria that cannot pass with the given `sample_size` are let through. */
  readonly allow_underpowered?: boolean | undefined;
  /** Directory in which programs run, and from which paths count; that of the process unless set. */
  readonly cwd?: string | undefined;
  /** Environment that keys are read from; that of the process unless set. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

const fields: Fields<SigmaEvalOptions> = {
  judge_model: {
    is: 'a text',
    needed: 'name the model that scores behaviours: judge_model: "claude-haiku-4-5-20251001"',
  },
  user_simulator_model: { is: 'a text' },
  significance_level: { is: 'a number' },
  concurrency: { is: 'a number' },
  provider: { is: 'an object' },
  providers: { is: 'an object' },
  prices: { is: 'an object' },
  rubrics: { is: 'a text' },
  prompt: { is: 'a text' },
  runs: { is: 'a text or true' },
  resume: { is: 'true or false' },
  budget: { is: 'an object' },
  cache: { is: 'true or false' },
  record: { is: 'true or false' },
  replay: { is: 'true or false' },
  rows: { is: 'a text' },
  allow_underpowered: { is: 'true or false' },
  cwd: { is: 'a text' },
  env: { is: 'an object' },
};

/** How problems call them. */
const file = 'SigmaEval';

type Path = readonly (string | number)[];

/** Options with what they leave out filled in. */
export interface Settings {
  readonly options: SigmaEvalOptions;
  readonly config: LibraryConfig;
}

/** Reads options. Throws `EvaError` with every one that eva does not know or cannot use. */
export function readOptions(options: SigmaEvalOptions): Settings {
  const strange = [...fieldProblems(options, fields, file), ...clientProblems(options?.provider), ...clashes(options)];
  if (strange.length > 0) throw errorOf(strange);
  const { concurrency, providers, prices, budget } = options;
  const document = frozenCopy({ concurrency, providers, prices, budget, defaults: defaultsOf(options) });
  const { value, problems } = configFromData(document, (path) => placeInOptions(path, options));
  if (!value || hasErrors(problems)) throw errorOf(problems);
  const astray = options.provider ? [] : modelProblems(options, value.config);
  if (astray.length > 0) throw errorOf(astray);
  return { options: { ...options }, config: value.config };
}

/** What scenarios fall back on, as `defaults:` of a document. The model that judges plays the users too, unless another is named. */
export function defaultsOf({ judge_model, user_simulator_model, significance_level }: SigmaEvalOptions): object {
  return frozenCopy({
    judge: { model: judge_model },
    user_simulator: { model: user_simulator_model ?? judge_model },
    significance_level,
  });
}

/** Pairs of options of which only one can be true. */
const exclusive = [
  ['record', 'replay'],
  ['record', 'cache'],
] as const;

function clashes(options: unknown): readonly Problem[] {
  if (!isObject(options)) return [];
  return exclusive
    .filter(([one, other]) => options[one] === true && options[other] === true)
    .map(([one, other]) => problem('EVA_BAD_VALUE:exclusive_options', { one, other }, { at: { file, property: one } }));
}

function clientProblems(client: unknown): readonly Problem[] {
  if (!isObject(client) || typeof Reflect.get(client, 'send') === 'function') return [];
  const at = { file, property: 'provider' };
  const hint = 'providers of eva.yml go under "providers"';
  return [problem('EVA_WRONG_TYPE', '"provider" has no function "send"', { at, hint })];
}

function modelProblems({ judge_model, user_simulator_model }: SigmaEvalOptions, config: LibraryConfig) {
  return Object.entries({ judge_model, user_simulator_model }).flatMap(([property, model]) => {
    const flaw = model === undefined ? null : modelFlaw(model, config);
    return flaw === null ? [] : [inProgram(flaw.problemAt({ file, property }))];
  });
}

/** A problem that speaks of eva.yml, as one tells it to a program, which has options instead. */
export function inProgram(one: Problem): Problem {
  const told = (text: string) => text.replaceAll('under providers: in eva.yml', 'in the option "providers"');
  return { ...one, message: told(one.message), ...(one.hint !== undefined && { hint: told(one.hint) }) };
}

/** Where a setting of `defaults:` or of eva.yml stands: at the option that it was made of. */
export function placeInOptions(path: Path, { user_simulator_model }: SigmaEvalOptions): Place {
  const user = user_simulator_model === undefined ? 'judge_model' : 'user_simulator_model';
  const property = propertyOf(path)
    .replace(/^defaults\./, '')
    .replace(/^judge(\.model)?$/, 'judge_model')
    .replace(/^user_simulator(\.model)?$/, user);
  return { file, property };
}
