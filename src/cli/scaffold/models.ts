import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listPromptIds } from '#library/prompts.js';
import { findUpwards } from '#library/root.js';
import { readDocument } from '#library/source/document.js';
import type { ProviderConfig } from '#model/config.js';
import { isObject, type JsonValue } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';
import { EvaError, evaError, problem } from '#model/problem.js';
import { listed, quoted, shellWord, short } from '#model/text/quoted.js';
import { routeModel } from '#provider/model-name.js';
import { keyName } from '#provider/provider-settings.js';
import { findType } from '#provider/types/index.js';
import {
  findStart,
  guessStart,
  meantStart,
  modelNameOf,
  neededVariables,
  packageOf,
  type Start,
  similarKeyVariable,
  startOfModel,
  starts,
} from '#provider/types/starts.js';
import { readLibrary } from '#run/prompt/read-prompt.js';

export type { Start };

/** The providers that a user can choose from, in the order of a list. */
export const modelChoices: readonly Start[] = starts;

type Environment = Readonly<Record<string, string | undefined>>;

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

/** The models that new files name. */
export interface ChosenModels {
  readonly start: Start;
  /** The model under test, with the prefix of its provider. */
  readonly model: string;
  readonly judge: string;
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
  if (chosen === null) throw new EvaError([modelNeeded(start.name, 'init')]);
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
  const isForeign = set.model !== undefined && startOfModel(set.model) === undefined;
  const chosen =
    set.model === undefined
      ? modelsOf(start, {})
      : {
          start,
          model: set.model,
          judge: isForeign || start.judge === null ? set.model : modelNameOf(start, start.judge),
        };
  if (chosen === null) throw new EvaError([modelNeeded(start.name, command)]);
  const guessed = guessStart(env) === undefined ? 'default' : 'environment';
  const reason = set.model === undefined ? guessed : source;
  return { ...chosen, judge: set.judge ?? chosen.judge, reason };
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
  const start = findStart(name);
  if (start) return start;
  const known = starts.map((start) => start.name);
  const meant = meantStart(name)?.name ?? null;
  throw evaError('EVA_USAGE:start_provider', `eva init knows no provider ${quoted(name)}`, {
    hint:
      meant === null
        ? `name one of ${listed(known.map(short))}`
        : `did you mean: eva init --provider ${shellWord(meant)}`,
  });
}

/** Throws unless a text can be the name of a model. */
function requireName(flag: 'model' | 'judge', name: string): void {
  if (name !== '' && !/[\s\p{Cc}\p{Cf}]/u.test(name) && !name.startsWith('-')) return;
  throw evaError('EVA_USAGE:start_model_name', `--${flag} is ${quoted(name)}, which cannot be the name of a model`, {
    hint: 'write the name as the provider lists it, without spaces',
  });
}

/** Throws if the provider has no model of this name: it has the prefix of another one, or a name that only another one uses. */
function requireOwn(start: Start, flag: 'model' | 'judge', name: string): void {
  const [, bare = name] = name.startsWith(`${start.name}:`) ? [name, name.slice(start.name.length + 1)] : [];
  const flaw = start.entry === undefined ? findType(start.type)?.modelNames.flawOf?.(bare) : null;
  const owner = flaw?.meant === undefined ? startOfModel(name) : undefined;
  const isPrefixed = owner !== undefined && owner !== start && name.startsWith(owner.name);
  if (!isPrefixed && !flaw && start.models?.test(bare) !== false) return;
  const example = flaw?.meant ?? start[flag === 'model' ? 'subject' : 'judge'];
  const near = example === null ? '' : `: --${flag} ${example}`;
  const other = owner !== undefined && owner.name !== start.name ? `write --provider ${short(owner.name)}, or ` : '';
  throw evaError(
    'EVA_USAGE:start_foreign_model',
    `--${flag} is ${quoted(name)}, and that is no model of ${short(start.name)}`,
    { hint: `${other}name a model of ${short(start.name)}${near}` },
  );
}

/** Throws the problem of a name that no model can have. */
function requireRoutes({ start: { name, entry }, model, judge }: ChosenModels): void {
  const problems = [...new Set([model, judge])].flatMap((modelName) => {
    const result = routeModel(modelName, entry ? { [name]: entry } : {});
    return 'route' in result ? [] : [result.problemAt(undefined)];
  });
  if (problems.length > 0) throw new EvaError(problems);
}

/** Returns the full name of a judge. It may belong to another provider, unless that one needs an entry in eva.yml. */
function judgeName(start: Start, judge: string): string {
  const owner = startOfModel(judge);
  if (owner && owner !== start && owner.entry === undefined && start.models?.test(judge) === false)
    return modelNameOf(owner, judge);
  if (owner && owner !== start && owner.entry === undefined && judge.startsWith(`${owner.name}:`)) return judge;
  requireOwn(start, 'judge', judge);
  return modelNameOf(start, judge);
}

/** The models that the files of a library set. */
interface LibraryModels {
  readonly set: SetModels;
  /** Returns the full name of a model on the command line. Throws EVA_BAD_MODEL if no provider has it. */
  readonly nameOf: (model: string) => string;
}

/** Returns the models that eva.yml sets. Throws the problems of the file. */
export function libraryModels(root: string): LibraryModels {
  const { config, problems } = readLibrary(root);
  if (!config) throw new EvaError(problems);
  const { providers } = config.config;
  return {
    set: modelsIn(config.file?.value),
    nameOf: (model) => {
      const start = startOfModel(model);
      const name = start === undefined || Object.hasOwn(providers, start.name) ? model : modelNameOf(start, model);
      const result = routeModel(name, providers);
      if ('problemAt' in result) throw new EvaError([result.problemAt(undefined)]);
      return name;
    },
  };
}

/** The maximum number of prompts that are read to find out which models a library uses. */
const mostRead = 50;

/** Returns the model and the judge that most prompts of a library set in their eval.yml; absent if none sets one. */
export function modelsOfPrompts(root: string): SetModels {
  const ids = listPromptIds(root).slice(0, mostRead);
  const modelsOfPrompts = ids.map((id) =>
    modelsIn(readDocument(root, 'eval', [`prompts/${id}/eval.yml`]).value?.value),
  );
  const model = mostFrequent(modelsOfPrompts.map((models) => models.model));
  const judge = mostFrequent(modelsOfPrompts.map((models) => models.judge));
  return { ...(model !== undefined && { model }), ...(judge !== undefined && { judge }) };
}

function modelsIn(document: JsonValue | undefined): SetModels {
  const defaults = isObject(document) && isObject(document['defaults']) ? document['defaults'] : {};
  const judge = isObject(defaults['judge']) ? defaults['judge']['model'] : undefined;
  const { model } = defaults;
  return { ...(typeof model === 'string' && { model }), ...(typeof judge === 'string' && { judge }) };
}

function mostFrequent(names: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].reduce<readonly [string | undefined, number]>(
    (most, entry) => (entry[1] > most[1] ? entry : most),
    [undefined, 0],
  )[0];
}

/** Returns the commands that a user types before models can be called: for packages, for variables that are not set, for models. */
export function unmetNeeds(
  root: string,
  { model, judge }: Pick<ChosenModels, 'model' | 'judge'>,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const named = [...new Set([model, judge])].flatMap((name) => {
    const start = startOfModel(name);
    return start === undefined ? [] : [{ start, name: name.replace(`${start.name}:`, '') }];
  });
  const providers = [...new Set(named.map(({ start }) => start))];
  const isInstalled = (name: string) =>
    findUpwards(root, (dir) => existsSync(join(dir, 'node_modules', name, 'package.json'))) !== null;
  return [
    ...providers.flatMap((start) => {
      const name = packageOf(start);
      return name === undefined || isInstalled(name) ? [] : [`npm install --save-dev ${name}`];
    }),
    ...providers.flatMap((start) => exportsOf(start, env)),
    ...named.flatMap(({ start, name }) => (start.fetch === undefined ? [] : [`${start.fetch} ${name}`])),
  ];
}

/** Returns the variable that probably holds the key under a wrong name, as a value of the shell; undefined for other variables and without one. */
function valueFor(start: Start, name: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const config: ProviderConfig = { type: start.type as ProviderConfig['type'] };
  const similar = keyName(config) === name ? similarKeyVariable(config, env) : undefined;
  return similar === undefined ? undefined : `"$${similar}"`;
}

function exportsOf(start: Start, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const isSet = (name: string) => (env[name] ?? '').trim() !== '';
  return neededVariables(start).flatMap(({ names, example }) =>
    names.some(isSet) ? [] : [`export ${names[0]}=${valueFor(start, names[0], env) ?? example}`],
  );
}

/** Returns the models of a provider that work together. `model` and `judge` override them. */
function modelsOf(start: Start, wish: { readonly model?: string; readonly judge?: string }): ChosenModels | null {
  const subject = wish.model ?? start.subject;
  if (subject === null) return null;
  const model = modelNameOf(start, subject);
  return { start, model, judge: wish.judge ?? (start.judge === null ? model : modelNameOf(start, start.judge)) };
}

function modelNeeded(provider: string, command: 'init' | 'new'): Problem {
  const deployment = shellWord(`${provider}:DEPLOYMENT`);
  return problem(
    'EVA_USAGE:start_model_needed',
    `the models of ${short(provider)} are deployments, whose names are your own`,
    {
      hint:
        command === 'init'
          ? `name yours: eva init --provider ${shellWord(provider)} --model DEPLOYMENT`
          : `name yours: eva new ID --model ${deployment}`,
    },
  );
}
