import { InvalidArgumentError } from 'commander';

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

/** `12h`, `30d`, `2w` in milliseconds. */
export function ageFrom(text: string): number {
  return amountFrom(text, ageUnits, 'It is a number of hours, days or weeks, such as 12h, 30d or 2w.');
}

/** `500MB`, `1.5GB`, `200MiB` in bytes. */
export function bytesFrom(text: string): number {
  return amountFrom(text, sizeUnits, 'It is an amount of bytes, such as 500MB or 1.5GB.');
}

function amountFrom(text: string, units: ReadonlyMap<string, number>, whatItIs: string): number {
  const [, number = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([a-z]+)$/i.exec(text) ?? [];
  const factor = units.get(unit.toLowerCase());
  if (factor === undefined) throw new InvalidArgumentError(whatItIs);
  return Number(number) * factor;
}
