import { EvaError, problem } from '#errors/index.js';
import { exampleText } from '#errors/sentences/commands/scaffold.js';
import { quoted, short } from '#model/text/quoted.js';
import { routeModel } from '#provider/model-name.js';
import { findType } from '#provider/types/index.js';
import {
  findStart,
  guessStart,
  meantStart,
  modelNameOf,
  type Start,
  startOfModel,
  starts,
} from '#provider/types/starts.js';
import { type ChosenModels, modelsOf } from './texts.js';

export type { Start };

/** The providers that a user can choose from, in the order of a list. */
export const choices: readonly Start[] = starts;

type Environment = Readonly<Record<string, string | undefined>>;

/** The names on the command line. */
export interface WishedModels {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly judge?: string | undefined;
}

/** The models that eva.yml sets for all prompts. */
export interface SetModels {
  readonly model?: string;
  readonly judge?: string;
}

/**
 * The models, and why they were chosen: by name, by a variable that is set, or because none is set. `config`: eva.yml names them. `prompts`:
 * other prompts of the library have them.
 */
export interface ModelChoice extends ChosenModels {
  readonly reason: 'named' | 'config' | 'prompts' | 'environment' | 'default';
}

/** Where the models of `completeModels` come from, and the command that asks for them. */
interface CompletionOptions {
  readonly source?: 'config' | 'prompts';
  readonly command?: 'init' | 'new';
}

/** Returns the provider that is likely meant without any flag. */
export function likelyStart(env: Environment): Start {
  const start = guessStart(env) ?? starts[0];
  if (!start) throw new Error('there is no provider to start with');
  return start;
}

/**
 * Chooses the provider, the model under test and the judge. Throws EVA_USAGE for an unknown provider, for a model of another provider, and
 * if the model of the provider cannot be guessed; EVA_BAD_MODEL for any other name that no model can have.
 */
export function chooseModels({ provider, model, judge }: WishedModels, env: Environment): ModelChoice {
  const prefixed = model === undefined ? undefined : startOfModel(model);
  const start = provider === undefined ? (prefixed ?? likelyStart(env)) : namedStart(provider);
  if (model !== undefined) requireName('model', model);
  if (judge !== undefined) requireName('judge', judge);
  if (model !== undefined) requireOwn(start, 'model', model);
  const chosen = modelsOf(start, {
    ...(model !== undefined && { model }),
    ...(judge !== undefined && { judge: judgeName(start, judge) }),
  });
  if (chosen === null)
    throw new EvaError([problem('EVA_USAGE:start_model_needed', { provider: start.name, command: 'init' })]);
  requireRoutes(chosen);
  const isNamed = provider !== undefined || model !== undefined || judge !== undefined;
  return { ...chosen, reason: isNamed ? 'named' : guessStart(env) ? 'environment' : 'default' };
}

/** Chooses a judge beside the model that eva.yml or the other prompts set. Throws EVA_USAGE for a judge that the provider of the model lacks. */
export function chooseJudge(judge: string, set: SetModels, env: Environment): ModelChoice {
  requireName('judge', judge);
  const { start, model } = completeModels(set, env);
  const isForeign = startOfModel(model) === undefined;
  return { start, model, judge: judge === set.judge || isForeign ? judge : judgeName(start, judge), reason: 'named' };
}

/**
 * Completes the models that an eva.yml sets: a missing model with that of the likely provider, a missing judge with one beside the model.
 * Does not check the names that the file has. Throws EVA_USAGE if the model of the likely
 * provider cannot be guessed.
 */
export function completeModels(
  set: SetModels,
  env: Environment,
  { source = 'config', command = 'init' }: CompletionOptions = {},
): ModelChoice {
  const start = (set.model === undefined ? undefined : startOfModel(set.model)) ?? likelyStart(env);
  const chosen =
    set.model === undefined ? modelsOf(start, {}) : { start, model: set.model, judge: judgeBeside(start, set.model) };
  if (chosen === null) throw new EvaError([problem('EVA_USAGE:start_model_needed', { provider: start.name, command })]);
  const guessed = guessStart(env) === undefined ? 'default' : 'environment';
  const reason = set.model === undefined ? guessed : source;
  return { ...chosen, judge: set.judge ?? chosen.judge, reason };
}

/** Returns the judge of a provider, or the model itself if it belongs to another one. */
function judgeBeside(start: Start, model: string): string {
  return startOfModel(model) === undefined || start.judge === null ? model : modelNameOf(start, start.judge);
}

/**
 * Chooses the models of a new prompt: those on the command line, which are full names, else those of eva.yml, of the other prompts, and of
 * the likely provider, in this order. Throws EVA_USAGE if the model of that provider cannot be guessed.
 */
export function modelsOfNew(
  { model, judge }: SetModels,
  { set, prompts, env }: { readonly set: SetModels; readonly prompts: () => SetModels; readonly env: Environment },
): ModelChoice {
  const known = { ...set, ...(model !== undefined && { model }), ...(judge !== undefined && { judge }) };
  const isWhole = known.model !== undefined && known.judge !== undefined;
  const all = isWhole ? known : { ...prompts(), ...known };
  const choice = completeModels(all, env, {
    source: known.model === undefined ? 'prompts' : 'config',
    command: 'new',
  });
  return model === undefined && judge === undefined ? choice : { ...choice, reason: 'named' };
}

function namedStart(name: string): Start {
  const found = findStart(name);
  if (found) return found;
  const known = starts.map((start) => start.name);
  throw new EvaError([problem('EVA_USAGE:start_provider', { name, meant: meantStart(name)?.name ?? null, known })]);
}

/** Throws unless a text can be the name of a model. */
function requireName(flag: 'model' | 'judge', name: string): void {
  if (name !== '' && !/[\s\p{Cc}\p{Cf}]/u.test(name) && !name.startsWith('-')) return;
  throw new EvaError([
    problem('EVA_USAGE:start_model_name', `--${flag} is ${quoted(name)}, which cannot be the name of a model`, {
      hint: 'write the name as the provider lists it, without spaces',
    }),
  ]);
}

/** Throws if the provider has no model of this name: it has the prefix of another one, or a name that only another one uses. */
function requireOwn(start: Start, flag: 'model' | 'judge', name: string): void {
  const [, bare = name] = name.startsWith(`${start.name}:`) ? [name, name.slice(start.name.length + 1)] : [];
  const flaw = start.entry === undefined ? findType(start.type)?.modelNames.flawOf?.(bare) : null;
  const owner = flaw?.meant === undefined ? startOfModel(name) : undefined;
  const isPrefixed = owner !== undefined && owner !== start && name.startsWith(owner.name);
  if (!isPrefixed && !flaw && start.models?.test(bare) !== false) return;
  const example = flaw?.meant ?? start[exampleOf[flag]];
  const params = { flag, name, provider: start.name, owner: owner?.name ?? null, example };
  throw new EvaError([
    problem(
      'EVA_USAGE:start_foreign_model',
      `--${params.flag} is ${quoted(params.name)}, and that is no model of ${short(params.provider)}`,
      {
        hint:
          params.owner !== null && params.owner !== params.provider
            ? `write --provider ${short(params.owner)}, or name a model of ${short(params.provider)}${exampleText(params)}`
            : `name a model of ${short(params.provider)}${exampleText(params)}`,
      },
    ),
  ]);
}

/** Throws the problem of a name that no model can have. */
function requireRoutes({ start: { name, entry }, model, judge }: ChosenModels): void {
  const problems = [...new Set([model, judge])].flatMap((one) => {
    const result = routeModel(one, entry ? { [name]: entry } : {});
    return 'route' in result ? [] : [result.problemAt(undefined)];
  });
  if (problems.length > 0) throw new EvaError(problems);
}

const exampleOf = { model: 'subject', judge: 'judge' } as const;

/** Returns the full name of a judge. It may belong to another provider, unless that one needs an entry in eva.yml. */
function judgeName(start: Start, judge: string): string {
  const owner = startOfModel(judge);
  if (owner && owner !== start && owner.entry === undefined && start.models?.test(judge) === false)
    return modelNameOf(owner, judge);
  if (owner && owner !== start && owner.entry === undefined && judge.startsWith(`${owner.name}:`)) return judge;
  requireOwn(start, 'judge', judge);
  return modelNameOf(start, judge);
}
