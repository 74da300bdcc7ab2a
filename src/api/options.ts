import { problem } from '#errors.js';
import { configFromData } from '#load/config.js';
import { propertyOf } from '#load/data-cases.js';
import type { LibraryConfig, Price, ProviderConfig } from '#model/config.js';
import { nearest } from '#model/nearest.js';
import { hasErrors, type Problem } from '#model/problem.js';
import { quoted } from '#model/quoted.js';
import { frozenCopy } from './frozen-copy.js';
import type { ModelClient } from './model-client.js';
import { errorOf } from './said.js';

/** How a `SigmaEval` asks, decides and reaches the world. */
export interface SigmaEvalOptions {
  /** Scores expected behaviours, and writes their rubrics. */
  readonly judge_model: string;
  /** Plays the users; eva's own choice unless set. */
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
  /** Whether criteria that cannot pass with the given `sample_size` are let through. */
  readonly allow_underpowered?: boolean | undefined;
  /** Directory in which programs run, and from which paths count; that of the process unless set. */
  readonly cwd?: string | undefined;
  /** Environment that keys are read from; that of the process unless set. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

const known = {
  judge_model: 'string',
  user_simulator_model: 'string',
  significance_level: 'number',
  concurrency: 'number',
  provider: 'object',
  providers: 'object',
  prices: 'object',
  rubrics: 'string',
  prompt: 'string',
  allow_underpowered: 'boolean',
  cwd: 'string',
  env: 'object',
} as const satisfies Record<keyof SigmaEvalOptions, string>;

const kindWords = { string: 'a text', number: 'a number', object: 'an object', boolean: 'true or false' } as const;

/** Options with what they leave out filled in. */
export interface Settings {
  readonly options: SigmaEvalOptions;
  readonly config: LibraryConfig;
}

/** Reads options. Throws `EvaError` with every one that eva does not know or cannot use. */
export function readOptions(options: SigmaEvalOptions): Settings {
  const strange = strangeOptions(options);
  if (strange.length > 0) throw errorOf(strange);
  const { concurrency, providers, prices } = options;
  const document = frozenCopy({ concurrency, providers, prices, defaults: defaultsOf(options) });
  const { value, problems } = configFromData(document, (path) => ({ file: 'SigmaEval', property: optionAt(path) }));
  if (!value || hasErrors(problems)) throw errorOf(problems);
  return { options: { ...options }, config: value.config };
}

/** What scenarios fall back on, as `defaults:` of a document. */
export function defaultsOf({ judge_model, user_simulator_model, significance_level }: SigmaEvalOptions): object {
  return frozenCopy({
    judge: { model: judge_model },
    user_simulator: user_simulator_model === undefined ? undefined : { model: user_simulator_model },
    significance_level,
  });
}

function strangeOptions(options: SigmaEvalOptions): readonly Problem[] {
  if (typeof options !== 'object' || options === null) return [missingJudge()];
  const { judge_model, provider } = options;
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const problems = given.flatMap(([key, value]) => optionProblem(key, value));
  if (judge_model === undefined) problems.push(missingJudge());
  if (typeof provider === 'object' && typeof provider?.send !== 'function') problems.push(noClient());
  return problems;
}

function optionProblem(key: string, value: unknown): readonly Problem[] {
  const at = { file: 'SigmaEval', property: key };
  if (!isKnown(key)) {
    const meant = nearest(key, Object.keys(known));
    const hint = meant === undefined ? `known: ${Object.keys(known).join(', ')}` : `did you mean "${meant}"?`;
    return [problem('EVA_UNKNOWN_KEY', `unknown option ${quoted(key)}`, { at, hint })];
  }
  const isRight = typeof value === known[key] && value !== null;
  if (isRight) return [];
  const hint = `give it ${kindWords[known[key]]}, or leave it out`;
  return [problem('EVA_WRONG_TYPE', `${quoted(key)} is not ${kindWords[known[key]]}`, { at, hint })];
}

function isKnown(key: string): key is keyof typeof known {
  return Object.hasOwn(known, key);
}

function missingJudge(): Problem {
  const hint = 'name the model that scores behaviours: judge_model: "claude-haiku-4-5-20251001"';
  const at = { file: 'SigmaEval', property: 'judge_model' };
  return problem('EVA_MISSING_KEY', '"judge_model" is missing', { at, hint });
}

function noClient(): Problem {
  const at = { file: 'SigmaEval', property: 'provider' };
  return problem('EVA_WRONG_TYPE', '"provider" has no function "send"', {
    at,
    hint: 'providers of eva.yml go under "providers"',
  });
}

/** The option that a setting of eva.yml stands for. */
function optionAt(path: readonly (string | number)[]): string {
  return propertyOf(path)
    .replace(/^defaults\.judge(\.model)?$/, 'judge_model')
    .replace(/^defaults\.user_simulator(\.model)?$/, 'user_simulator_model')
    .replace(/^defaults\./, '');
}
