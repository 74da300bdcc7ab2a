import { nearest } from '#model/text/nearest.js';
import type { Correction, WrongLine } from './command-line.js';

/** Corrects the value of a flag: `--max-cost $5`, `--max-calls 1,000`, `--shard 2of5`, `--older-than "30 days"`. */
export function badValue(line: WrongLine): Correction | null {
  const [, long, written] =
    /^option '(?:-\w, )?(--[a-z-]+)[^']*' argument '([^']*)' is invalid/.exec(line.message) ?? [];
  if (long === undefined || written === undefined || written === '') return null;
  const names = line.command.flags.find((flag) => flag.names.includes(long))?.names ?? [];
  const at = line.words.findIndex(
    (word, i) => word === `${long}=${written}` || (word === written && names.includes(line.words[i - 1] ?? '')),
  );
  if (at < 0) return null;
  for (const value of [...nearestChoice(line.message, written), ...asShare(long, written), ...corrected(written)]) {
    const words = line.words.with(at, line.words[at] === written ? value : `${long}=${value}`);
    if (!line.mistakeIn(words)?.includes(`'${value}' is invalid`)) return { words };
  }
  return null;
}

/** Corrects an argument that is not in a fixed list: `eva completion bsh`. */
export function badArgument({ words, message, depth }: WrongLine): Correction | null {
  const [, written = ''] = /^command-argument value '([^']*)' is invalid/.exec(message) ?? [];
  const [meant] = nearestChoice(message, written);
  const at = words.indexOf(written, depth);
  return meant === undefined || at < 0 ? null : { words: words.with(at, meant) };
}

/** Returns the choice in a message of commander that a value misspells; none if no choice is close. */
function nearestChoice(message: string, written: string): readonly string[] {
  const [, choices] = /Allowed choices are (.*)\.$/.exec(message) ?? [];
  const meant = choices && nearest(written, choices.split(', '));
  return meant ? [meant] : [];
}

const units: readonly (readonly [RegExp, string])[] = [
  [/^(\d+) ?(?:hours?|hrs?)$/i, '$1h'],
  [/^(\d+) ?days?$/i, '$1d'],
  [/^(\d+) ?weeks?$/i, '$1w'],
  [/^(\d+) ?(?:k|thousand)$/i, '$1000'],
  [/^(\d+) ?(?:m|million)$/i, '$1000000'],
  [/^(\d+) ?([kmgt])$/i, '$1$2B'],
  [/^(\d+) ?(?::|-|_|of| of |,|\\) ?(\d+)$/i, '$1/$2'],
  [/^[$€] ?(\d+(?:\.\d+)?)$/, '$1'],
  [/^(\d+(?:\.\d+)?) ?(?:\$|usd|dollars?)$/i, '$1'],
];

/** Returns the share that points or percent of a margin mean: `0.05` for `--not-worse-by 5` and for `5%`. */
function asShare(flag: string, written: string): readonly string[] {
  const [, points] = /^(\d{1,2}(?:\.\d+)?) ?(?:%|points?|pp)?$/i.exec(written) ?? [];
  return flag === '--not-worse-by' && points !== undefined
    ? [String(Number((Number(points) / 100).toPrecision(6)))]
    : [];
}

/** Returns the values that a wrong one may mean. */
function corrected(written: string): readonly string[] {
  const fromUnits = units.flatMap(([pattern, by]) => (pattern.test(written) ? [written.replace(pattern, by)] : []));
  const isGrouped = /^\d{1,3}(?:[,_ .']\d{3})+$/.test(written);
  const grouped = isGrouped ? [written.replace(/\D/g, '')] : [];
  const decimal = /^\d+,\d{1,2}$/.test(written) ? [written.replace(',', '.')] : [];
  return [...grouped, ...decimal, ...fromUnits];
}
