import { problem } from '#errors.js';
import type { EvaConfigDocument, Provider } from '#model/documents.gen.js';
import type { Problem } from '#model/problem.js';
import { quoted } from '#model/quoted.js';
import { discreet } from './document.js';
import type { YamlSource } from './yaml-source.js';

const limits = ['type', 'rpm', 'concurrency'];

/** The keys that mean something for a type of provider. */
const meaningful: Readonly<Record<Provider['type'], readonly string[]>> = {
  anthropic: [...limits, 'base_url', 'api_key_env'],
  openai: [...limits, 'base_url', 'api_key_env', 'tools'],
  'claude-cli': [...limits, 'command'],
  command: [...limits, 'command'],
};

/** What is wrong with the entries of `providers:` beyond their shape: a key that their type does not read, a command that is missing. */
export function providerProblems(source: YamlSource): readonly Problem[] {
  const { providers = {} } = source.value as EvaConfigDocument;
  return Object.entries(providers).flatMap(([name, entry]) => [
    ...withoutCommand(source, name, entry),
    ...meaningless(source, name, entry),
  ]);
}

function withoutCommand(source: YamlSource, name: string, { type, command }: Provider): readonly Problem[] {
  if (type !== 'command' || command) return [];
  const message = `"command" is missing in ${quoted(name)}`;
  const at = discreet(source.place(['providers', name]));
  return [problem('EVA_MISSING_KEY', message, { at, hint: 'add command: [program, argument, …]' })];
}

function meaningless(source: YamlSource, name: string, entry: Provider): readonly Problem[] {
  const known = meaningful[entry.type];
  const extra = Object.keys(entry).filter((key) => !known.includes(key));
  return extra.map((key) => {
    const message = `${quoted(key)} means nothing for a provider of type ${entry.type}`;
    const at = discreet(source.place(['providers', name, key], 'key'));
    return problem('EVA_UNKNOWN_KEY', message, { at, hint: `known for it: ${known.join(', ')}` });
  });
}
