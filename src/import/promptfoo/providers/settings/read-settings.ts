import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { type ConfigNode, entriesOf } from '../../../config-node.js';
import type { ImportContext, SystemSource } from '../../imported.js';
import type { Unreachable } from '../reasons.js';
import type { Target } from '../target.js';
import { leftOut, type Part, type Written, type WrittenPart } from './part.js';
import { priceOf } from './price.js';
import { mappingKind, readerOf } from './reader-of.js';
import { settle } from './settle.js';

/** The settings of a model in eva's words. */
export interface ReadSettings {
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
): readonly Written[] {
  return entriesOf(config).flatMap(([key, node]) => {
    const what = `${path}.${key}`;
    const kind = mappingKind(target, key);
    if (kind === undefined || !isObject(node.value)) return [{ key, what, node, isForced }];
    return writtenIn(node, target, { path: what, isForced: isForced || kind === 'forced' });
  });
}

function partsOf(written: Written, target: Target, context: ImportContext): readonly WrittenPart[] {
  const read = readerOf(target, written.key, written.isForced);
  const parts = [read(written, { target, context })].flat();
  const template = templateIn(written.node.value);
  const isRead = parts.some((part) => part.kind !== 'finding' || part.effect === 'left_out');
  const isLost = parts.some(({ kind }) => kind === 'unreachable');
  return (template && isRead && !isLost ? [template] : parts).map((part) => ({ part, written }));
}

function templateIn(value: JsonValue): Part | undefined {
  const text = JSON.stringify(value);
  if (!/\{\{|\{%/.test(text)) return undefined;
  return /\{\{-?\s*env\b/.test(text)
    ? leftOut('its value is in the environment, which an import does not read')
    : leftOut('it holds a template, whose value differs by test');
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
