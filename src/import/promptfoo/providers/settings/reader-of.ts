import type { Dialect, Target } from '../target.js';
import { extra } from './other-keys.js';
import { leftOut, noted, type Reader } from './part.js';
import { words } from './words.js';

/** The mappings in `config` whose keys go to the server as they are. */
const forcedMappings = ['passthrough', 'extra_body', 'extraBodyParams', 'additionalModelRequestFields'];

/** The mappings in `config` whose keys count like those beside them. */
const plainMappings: Partial<Record<Dialect, readonly string[]>> = {
  gemini: ['generationConfig'],
  bedrock: ['inferenceConfig'],
};

/** Says whether the keys of a mapping in `config` count like those beside it, and whether unknown ones go to the server. */
export function mappingKind({ dialect }: Target, key: string): 'forced' | 'plain' | undefined {
  if (forcedMappings.includes(key)) return 'forced';
  return plainMappings[dialect]?.includes(key) ? 'plain' : undefined;
}

/** The words of servers that eva asks with another protocol than promptfoo does. */
const translated: readonly Dialect[] = ['gemini', 'ollama', 'cohere'];

/** Keys that promptfoo sends to some providers, and for which eva has no setting. */
const withoutWord = [
  ...['compound_custom', 'search_settings', 'search_parameters', 'dataSources', 'data_sources', 'deployment_id'],
  ...['iteration_limit', 'mcp_servers', 'loggingConfig', 'tool_resources', 'webhook_url', 'functionCallbackHandler'],
  ...['max_tool_calls'],
];

const notSent: Reader = () => noted('promptfoo does not send it to this provider');
const unknown: Reader = () => leftOut('eva does not know this key');
const unlike: Reader = () => leftOut('eva has no such setting');
const foreign: Reader = () => leftOut('it belongs to a protocol that eva does not speak there');

/** Returns the reader of a key in `config` of a provider. `isForced`: an unknown key goes to the server too. */
export function readerOf(target: Target, key: string, isForced: boolean): Reader {
  const { dialect, sends = [], ignores = [] } = target;
  if (dialect === 'none') return () => noted('a program that repeats the prompt has no settings');
  if (sends.includes(key) || (isForced && key === 'top_k' && dialect === 'chat')) return extra;
  if (ignores.includes(key) && !isForced) return notSent;
  const known = words[dialect];
  if (Object.hasOwn(known, key)) return known[key] ?? unknown;
  if (isForced) return translated.includes(dialect) ? foreign : extra;
  if (withoutWord.includes(key)) return unlike;
  return target.ignoresOthers || (dialect !== 'cohere' && isKnownElsewhere(key)) ? notSent : unknown;
}

function isKnownElsewhere(key: string): boolean {
  return Object.values(words).some((known) => Object.hasOwn(known, key));
}
