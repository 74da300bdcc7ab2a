import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { type ConfigNode, entriesOf } from '../config-node.js';
import type { ImportContext, SystemSource } from '../imported.js';
import type { Dialect, Target, Unreachable } from '../providers/target.js';
import { keyLeftOut, keyNoted, type Reader, type SettingPart, type WrittenKey, type WrittenPart } from './part.js';
import { extra, settingReaders } from './setting-words.js';
import { settle } from './settle.js';

interface ReadSettings {
  readonly settings: JsonObject;
  readonly system?: string;
  readonly systemSource?: SystemSource;
  readonly price?: { readonly input: number; readonly output: number };
}

/** Reads `config` of a provider. Lists each key that it does not carry over; returns why, if that makes the provider unreachable. */
export function readSettings(
  config: ConfigNode | undefined,
  target: Target,
  context: ImportContext,
): ReadSettings | Unreachable {
  const written = config ? writtenIn(config, target, { path: 'config', isForced: target.sendsAll === true }) : [];
  const keys = written.filter(({ key, what }) => what !== `config.${key}` || !target.read.includes(key));
  const parts = settle(
    keys.flatMap((one) => partsOf(one, target, context)),
    target,
  );
  const unreachable = parts.map(({ part }) => part).find((part) => part.kind === 'unreachable');
  if (unreachable) return unreachable.reason;
  for (const { part, written: at } of parts) {
    if (part.kind !== 'finding') continue;
    const { effect, kind: _, ...words } = part;
    context.ledger.add(effect, 'setting', at.node.place('key'), { what: at.what, ...words });
  }
  return resultOf(parts, target, context);
}

/** Lists the keys of `config`, and those of the mappings in it that count like them. */
function writtenIn(
  config: ConfigNode,
  target: Target,
  { path, isForced }: { readonly path: string; readonly isForced: boolean },
): readonly WrittenKey[] {
  return entriesOf(config).flatMap(([key, node]) => {
    const what = `${path}.${key}`;
    const kind = mappingKind(target, key);
    if (kind === undefined || !isObject(node.value)) return [{ key, what, node, isForced }];
    return writtenIn(node, target, { path: what, isForced: isForced || kind === 'forced' });
  });
}

function partsOf(written: WrittenKey, target: Target, context: ImportContext): readonly WrittenPart[] {
  const read = readerOf(target, written.key, written.isForced);
  const parts = [read(written, { target, context })].flat();
  const template = templateIn(written.node.value);
  const isRead = parts.some((part) => part.kind !== 'finding' || part.effect === 'left_out');
  const isLost = parts.some(({ kind }) => kind === 'unreachable');
  return (template && isRead && !isLost ? [template] : parts).map((part) => ({ part, written }));
}

function templateIn(value: JsonValue): SettingPart | undefined {
  const text = JSON.stringify(value);
  if (!/\{\{|\{%/.test(text)) return undefined;
  return /\{\{-?\s*env\b/.test(text)
    ? keyLeftOut('its value is in the environment, which an import does not read')
    : keyLeftOut('it holds a template, whose value differs by test');
}

function resultOf(parts: readonly WrittenPart[], target: Target, context: ImportContext): ReadSettings {
  const own = parts.map(({ part }) => part);
  const settings = Object.fromEntries(own.flatMap((part) => (part.kind === 'setting' ? [[part.key, part.value]] : [])));
  const extra = Object.fromEntries(own.flatMap((part) => (part.kind === 'extra' ? [[part.key, part.value]] : [])));
  const system = own.flatMap((part) => (part.kind === 'system' ? [part.text] : [])).join('\n\n');
  const source = parts.find(({ part }) => part.kind === 'system')?.written;
  const price = priceOf(parts, context);
  return {
    settings: { ...settings, ...(Object.keys(extra).length > 0 && { extra: { [target.type]: extra } }) },
    ...(system !== '' && { system }),
    ...(source && { systemSource: { what: source.what, at: source.node.place('key') } }),
    ...(price && { price }),
  };
}

/** Returns the price in USD per million tokens; undefined without one for input and output. Lists a price for one side alone. */
function priceOf(
  parts: readonly WrittenPart[],
  { ledger }: ImportContext,
): { readonly input: number; readonly output: number } | undefined {
  const [input, output] = [usdOf(parts, 'input'), usdOf(parts, 'output')];
  if (input !== undefined && output !== undefined) return { input: perMillion(input), output: perMillion(output) };
  for (const { part, written } of parts) {
    if (part.kind !== 'price') continue;
    const reason = 'eva needs the price of input and of output';
    ledger.add('left_out', 'setting', written.node.place('key'), { what: written.what, reason });
  }
  return undefined;
}

function usdOf(parts: readonly WrittenPart[], side: 'input' | 'output'): number | undefined {
  const prices = parts.flatMap(({ part }) => (part.kind === 'price' ? [part] : []));
  return (prices.find((one) => one.side === side) ?? prices.find((one) => one.side === 'both'))?.usd;
}

/** Returns a price of one token for a million, without the digits that the multiplication invents. */
function perMillion(usd: number): number {
  return Number((usd * 1_000_000).toPrecision(12));
}

/** The mappings in `config` whose keys go to the server as they are. */
const forcedMappings = ['passthrough', 'extra_body', 'extraBodyParams', 'additionalModelRequestFields'];

/** The mappings in `config` whose keys count like those beside them. */
const plainMappings: Partial<Record<Dialect, readonly string[]>> = {
  gemini: ['generationConfig'],
  bedrock: ['inferenceConfig'],
};

/** Says whether the keys of a mapping in `config` count like those beside it, and whether unknown ones go to the server. */
function mappingKind({ dialect }: Target, key: string): 'forced' | 'plain' | undefined {
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

const notSent: Reader = () => keyNoted('promptfoo does not send it to this provider');

const unknown: Reader = () => keyLeftOut('eva does not know this key');

const unlike: Reader = () => keyLeftOut('eva has no such setting');

const foreign: Reader = () => keyLeftOut('it belongs to a protocol that eva does not speak there');

/** Returns the reader of a key in `config` of a provider. `isForced`: an unknown key goes to the server too. */
function readerOf(target: Target, key: string, isForced: boolean): Reader {
  const { dialect, sends = [], ignores = [] } = target;
  if (dialect === 'none') return () => keyNoted('a program that repeats the prompt has no settings');
  if (sends.includes(key) || (isForced && key === 'top_k' && dialect === 'chat')) return extra;
  if (ignores.includes(key) && !isForced) return notSent;
  const known = settingReaders[dialect];
  if (Object.hasOwn(known, key)) return known[key] ?? unknown;
  if (isForced) return translated.includes(dialect) ? foreign : extra;
  if (withoutWord.includes(key)) return unlike;
  return target.ignoresOthers || (dialect !== 'cohere' && isKnownElsewhere(key)) ? notSent : unknown;
}

function isKnownElsewhere(key: string): boolean {
  return Object.values(settingReaders).some((known) => Object.hasOwn(known, key));
}
