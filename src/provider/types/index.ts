import type { ProviderConfig } from '#model/config.js';
import { anthropic } from './anthropic.js';
import { azure } from './azure.js';
import { bedrock } from './bedrock.js';
import { claudeCli } from './claude-cli.js';
import { command } from './command.js';
import { openai } from './openai.js';
import { openaiResponses } from './openai-responses.js';
import type { ProviderType } from './provider-type.js';
import { vertex } from './vertex.js';

/** All types of providers, in the order in which messages list them. */
export const providerTypes: readonly ProviderType[] = [
  anthropic,
  openai,
  openaiResponses,
  azure,
  bedrock,
  vertex,
  claudeCli,
  command,
];

/** Returns the type of that name; undefined if no type has it. */
export function findType(name: string | undefined): ProviderType | undefined {
  return providerTypes.find((type) => type.name === name);
}

/** Returns the type of a provider. Throws `Error` for a type that the schema of eva.yml does not allow. */
export function typeOf({ type: name }: { readonly type: string }): ProviderType {
  const type = findType(name);
  if (!type) throw new Error(`no type of provider has the name "${name}"`);
  return type;
}

/** Returns the settings of a built-in provider without an entry in eva.yml; undefined if no built-in provider has that name. */
export function builtInConfig(name: string): ProviderConfig | undefined {
  return findType(name)?.modelNames.isBuiltIn ? { type: name as ProviderConfig['type'] } : undefined;
}
