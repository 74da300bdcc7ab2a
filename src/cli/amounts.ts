import { EvaError, problem } from '#errors.js';

const hourMs = 3_600_000;
const ageUnits = new Map([
  ['h', hourMs],
  ['d', 24 * hourMs],
  ['w', 7 * 24 * hourMs],
]);
const sizeUnits = new Map([
  ['b', 1],
  ['kb', 1000],
  ['mb', 1000 ** 2],
  ['gb', 1000 ** 3],
  ['tb', 1000 ** 4],
  ['kib', 1024],
  ['mib', 1024 ** 2],
  ['gib', 1024 ** 3],
  ['tib', 1024 ** 4],
]);

/** `12h`, `30d`, `2w` in milliseconds. Throws EVA_USAGE, with the name of the flag. */
export function parseAge(flag: string, text: string): number {
  return parseAmount(text, ageUnits) ?? refuse(flag, text, 'say how long, such as 12h, 30d or 2w');
}

/** `500MB`, `1.5GB`, `200MiB` in bytes. Throws EVA_USAGE, with the name of the flag. */
export function parseBytes(flag: string, text: string): number {
  return parseAmount(text, sizeUnits) ?? refuse(flag, text, 'say how much, such as 500MB or 1.5GB');
}

function parseAmount(text: string, units: ReadonlyMap<string, number>): number | null {
  const [, number = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([a-z]+)$/i.exec(text) ?? [];
  const factor = units.get(unit.toLowerCase());
  return factor === undefined ? null : Number(number) * factor;
}

function refuse(flag: string, text: string, hint: string): never {
  throw new EvaError([problem('EVA_USAGE', `${flag} cannot be ${JSON.stringify(text.slice(0, 60))}`, { hint })]);
}
