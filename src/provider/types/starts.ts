import type { ProviderConfig } from '#model/config.js';
import { findType, providerTypes } from './index.js';
import type { ProviderType } from './provider-type.js';

/** What somebody begins with who has access to models of one provider: models that work together, and what these need. */
export interface Start {
  /** The value of `eva init --provider`, and the prefix of its models. */
  readonly name: string;
  /** The type of the provider. */
  readonly type: string;
  /** The name in questions to people. */
  readonly title: string;
  /** The model under test; null if its name is the user's own choice, such as that of a deployment. */
  readonly subject: string | null;
  /** The judge: a cheaper model of the same provider. null: the model under test judges too. */
  readonly judge: string | null;
  /** Matches the names of models that the provider can have. Default: all. */
  readonly models?: RegExp;
  /** The entry of `providers:` in eva.yml that the models need. */
  readonly entry?: ProviderConfig;
  /** True if replies cost nothing. */
  readonly isFree?: true;
  /** Variables of the environment that must be set besides the key, each with an example. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The npm package that the provider needs. */
  readonly package?: string;
  /** A command that makes a model available, followed by its name. */
  readonly fetch?: string;
}

const claude = { subject: 'claude-sonnet-5-5', judge: 'claude-haiku-5-5' };
const gpt = { subject: 'gpt-6.2-sol', judge: 'gpt-6-luna', models: /^(?!claude-)/ };

/** In the order of preference. Those whose type does not exist are left out by `starts`. */
const known: readonly Start[] = [
  { name: 'anthropic', type: 'anthropic', title: 'Anthropic', ...claude, models: /^claude-/ },
  { name: 'openai', type: 'openai', title: 'OpenAI (chat completions)', ...gpt },
  { name: 'openai-responses', type: 'openai-responses', title: 'OpenAI (Responses)', ...gpt },
  {
    name: 'azure',
    type: 'azure',
    title: 'Azure OpenAI',
    subject: null,
    judge: null,
    variables: { AZURE_OPENAI_ENDPOINT: 'https://NAME.openai.azure.com' },
  },
  {
    name: 'bedrock',
    type: 'bedrock',
    title: 'Claude on Amazon Bedrock',
    subject: `global.anthropic.${claude.subject}`,
    judge: `global.anthropic.${claude.judge}`,
    variables: { AWS_REGION: 'us-east-1' },
    package: '@anthropic-ai/bedrock-sdk',
  },
  {
    name: 'vertex',
    type: 'vertex',
    title: 'Claude on Google Vertex AI',
    ...claude,
    variables: { CLOUD_ML_REGION: 'global', ANTHROPIC_VERTEX_PROJECT_ID: 'PROJECT' },
    package: '@anthropic-ai/vertex-sdk',
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
  },
  {
    name: 'claude-cli',
    type: 'claude-cli',
    title: 'the claude program, with its login',
    subject: 'sonnet',
    judge: 'haiku',
  },
];

/** The ways to begin whose type of provider exists, in the order in which people are asked. */
export const starts: readonly Start[] = known.filter(({ type }) => findType(type) !== undefined);

/** Returns the way to begin of this name; undefined if there is none. */
export function findStart(name: string): Start | undefined {
  return starts.find((one) => one.name === name);
}

/** Returns the environment variable that must hold the key; the empty string if no key is needed. */
export function keyVariableOf({ entry, type: name }: Start): string {
  const type = findType(name);
  return entry === undefined && type?.needsKey(type.server?.official) ? type.keyVariable : '';
}

/** Returns the provider whose key or own variables the environment has; undefined if it has none. */
export function guessStart(env: Readonly<Record<string, string | undefined>>): Start | undefined {
  const isSet = (name: string) => (env[name] ?? '').trim() !== '';
  return starts.find((start) => {
    const key = keyVariableOf(start);
    const own = Object.keys(start.variables ?? {}).filter((name) => name !== 'AWS_REGION');
    return key !== '' ? isSet(key) : own.length > 0 && own.every(isSet);
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
