import type { ProviderConfig } from '#model/config.js';
import { nearest } from '#model/text/nearest.js';
import { keyName, setting } from '../provider-settings.js';
import { findType, providerTypes } from './index.js';
import type { ProviderType } from './provider-type.js';

/** What somebody begins with who has access to models of one provider: models that work together, and what these need. */
export interface Start {
  /** The value of `eva init --provider`, and the prefix of its models. */
  readonly name: string;
  readonly type: string;
  readonly title: string;
  /** The model under test; null if its name is the user's own choice, such as that of a deployment. */
  readonly subject: string | null;
  /** The judge: a cheaper model of the same provider. null: the model under test judges too. */
  readonly judge: string | null;
  /** Matches the names of models that the provider can have. Default: all. */
  readonly models?: RegExp;
  /** The entry of `providers:` in eva.yml that the models need. */
  readonly entry?: ProviderConfig;
  readonly isFree?: true;
  /** A command that makes a model available, followed by its name. */
  readonly fetch?: string;
  /** Other names that people have for it, in lower case, besides those of its type. */
  readonly alsoCalled?: readonly string[];
}

const claude = { subject: 'claude-sonnet-5-5', judge: 'claude-haiku-5-5' };
const gpt = { subject: 'gpt-6.2-sol', judge: 'gpt-6-luna', models: /^(?!claude-)/ };

/** In the order of preference. Those whose type does not exist are left out by `starts`. */
const known: readonly Start[] = [
  { name: 'anthropic', type: 'anthropic', title: 'Anthropic', ...claude, models: /^claude-/, alsoCalled: ['claude'] },
  { name: 'openai', type: 'openai', title: 'OpenAI (chat completions)', ...gpt, alsoCalled: ['gpt', 'chatgpt'] },
  { name: 'openai-responses', type: 'openai-responses', title: 'OpenAI (Responses)', ...gpt },
  {
    name: 'azure',
    type: 'azure',
    title: 'Azure OpenAI',
    subject: null,
    judge: null,
    alsoCalled: ['microsoft', 'azure-openai', 'azureopenai'],
  },
  {
    name: 'bedrock',
    type: 'bedrock',
    title: 'Claude on Amazon Bedrock',
    subject: `global.anthropic.${claude.subject}`,
    judge: `global.anthropic.${claude.judge}`,
  },
  {
    name: 'vertex',
    type: 'vertex',
    title: 'Claude on Google Vertex AI',
    ...claude,
  },
  {
    name: 'ollama',
    type: 'openai',
    title: 'Ollama, on this machine',
    subject: 'gemma4:e4b',
    judge: null,
    entry: { type: 'openai', base_url: 'http://localhost:11434/v1', api_key_env: 'OLLAMA_KEY', tools: false },
    isFree: true,
    fetch: 'ollama pull',
    alsoCalled: ['local'],
  },
  {
    name: 'claude-cli',
    type: 'claude-cli',
    title: 'the claude program, with its login',
    subject: 'sonnet',
    judge: 'haiku',
    alsoCalled: ['claude-code', 'claudecode', 'claude_cli'],
  },
];

/** The ways to begin whose type of provider exists, in the order in which people are asked. */
export const starts: readonly Start[] = known.filter(({ type }) => findType(type) !== undefined);

/** Returns the way to begin with this name; undefined for an unknown name. */
export function findStart(name: string): Start | undefined {
  return starts.find((start) => start.name === name);
}

/** Returns the way to begin that a wrong name means, by another name of the provider or a near spelling; undefined if it could be any. */
export function meantStart(name: string): Start | undefined {
  const asked = name.trim().toLowerCase();
  const called = starts.find(
    (start) =>
      start.name === asked ||
      start.alsoCalled?.includes(asked) ||
      findType(start.type)?.modelNames.alsoCalled?.includes(asked),
  );
  const near = called
    ? undefined
    : nearest(
        asked,
        starts.map((start) => start.name),
      );
  return called ?? (near === undefined ? undefined : findStart(near));
}

/** A value that must be in the environment before a model can be called. */
interface NeededVariable {
  readonly names: readonly [string, ...string[]];
  readonly example: string;
}

/** Lists what the environment must hold for the models of a provider: an address, a region, a project, a key. */
export function neededVariables({ entry, type: name }: Start): readonly NeededVariable[] {
  const type = findType(name);
  if (!type || entry !== undefined) return [];
  const { server, needed = [], keyVariable } = type;
  const address = server?.isResource ? [{ names: [server.variable] as const, example: exampleAddress }] : [];
  const key = type.needsKey(server?.official) ? [{ names: [keyVariable] as const, example: '…' }] : [];
  const places = needed.flatMap(({ variables: [first, ...more], example }) =>
    first === undefined ? [] : [{ names: [first, ...more] as const, example }],
  );
  return [...address, ...places, ...key];
}

const exampleAddress = 'https://NAME.openai.azure.com';

/** Returns the environment variables of a provider, one for each value that it reads, the key included if it is optional. */
export function variablesOf(start: Start): readonly string[] {
  const needed = neededVariables(start).map(({ names }) => names[0]);
  const key = start.entry === undefined ? (findType(start.type)?.keyVariable ?? '') : '';
  return key === '' ? needed : [...new Set([...needed, key])];
}

/** Returns the package that users install for a provider; undefined if it needs none. */
export function packageOf({ type }: Start): string | undefined {
  return findType(type)?.package;
}

/** Returns the first provider whose key is in the environment, or whose other variables are if it takes no key; undefined without one. */
export function guessStart(env: Readonly<Record<string, string | undefined>>): Start | undefined {
  const isSet = (name: string) => (env[name] ?? '').trim() !== '';
  return starts.find((start) => {
    const key = findType(start.type)?.keyVariable ?? '';
    const needed = neededVariables(start);
    if (start.entry !== undefined) return false;
    return key !== '' ? isSet(key) : needed.length > 0 && needed.every(({ names }) => names.some(isSet));
  });
}

/** Returns the provider that a model's name belongs to by its prefix or its form; undefined if it could be any. */
export function startOfModel(model: string): Start | undefined {
  const [, prefix = ''] = /^([a-z-]+)[:/]/.exec(model) ?? [];
  const names = ({ modelNames: { short, known } }: ProviderType) => short?.pattern.test(model) || known?.test(model);
  const type = providerTypes.find(names);
  return findStart(prefix) ?? (type && findStart(type.name));
}

/** Returns the full name of a model of this provider, as eval.yml and eva.yml name it. */
export function modelNameOf({ name, type, entry }: Start, model: string): string {
  if (model.startsWith(`${name}:`)) return model;
  const isShort = entry === undefined && findType(type)?.modelNames.short?.pattern.test(model) === true;
  return isShort ? model : `${name}:${model}`;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the environment variable that probably holds the key of a provider under a wrong name, such as OPENAI_KEY; undefined if none is
 * set. Never reads what such a variable holds, but whether it holds something.
 */
export function similarKeyVariable(config: ProviderConfig, env: Environment): string | undefined {
  const variable = keyName(config);
  if (variable === '') return undefined;
  const isOwn = config.api_key_env !== undefined;
  const builtInStarts = starts.filter(({ type, entry }) => type === config.type && entry === undefined);
  const names = isOwn ? [] : builtInStarts.flatMap(({ alsoCalled = [] }) => alsoCalled);
  const stems = [stemOf(variable), ...names.map((name) => stemOf(name))];
  return Object.keys(env)
    .filter((name) => name !== variable && /^[A-Z]\w{3,60}$/i.test(name) && /(key|keys|token|secret)$/i.test(name))
    .sort()
    .find((name) => stems.includes(stemOf(name)) && setting(env, name) !== undefined);
}

/** Returns the letters and digits of a name without the words for a key at its end: `OPENAI` of `OPENAI_API_KEY` and `OpenAI_Token`. */
function stemOf(name: string): string {
  const letters = name.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const shorter = letters.replace(/(API|KEY|KEYS|TOKEN|SECRET)$/, '');
  return shorter === letters || shorter === '' ? letters : stemOf(shorter);
}
