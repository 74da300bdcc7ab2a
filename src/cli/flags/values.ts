import { InvalidArgumentError, Option } from 'commander';
import { type MutationKind, mutationKinds } from '#model/run/mutation.js';
import { reporterNames } from '#model/run/report-target.js';
import type { Shard } from '#model/run/run.js';

/** The maximum number of shards of a run. */
export const maxShards = 1000;

function wholeFrom(least: number, most: number, advice: string): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(advice);
  };
}

export const countFrom = wholeFrom(1, Number.MAX_SAFE_INTEGER, 'Write a whole number of at least 1.');

export const seedFrom = wholeFrom(0, Number.MAX_SAFE_INTEGER, 'Write a whole number, such as 7.');

export const portFrom = wholeFrom(1, 65_535, 'Write a port from 1 to 65535, such as 8080.');

/** Parses a margin: a share between 0 and 1. */
export function marginFrom(text: string): number {
  const number = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || number <= 0 || number >= 1)
    throw new InvalidArgumentError('Write a share between 0 and 1: 0.05 allows a loss of 5 points.');
  return number;
}

export function addKind(value: string, before: readonly MutationKind[]): readonly MutationKind[] {
  const kind = mutationKinds.find((known) => known === value);
  if (!kind) throw new InvalidArgumentError(`Write one of ${mutationKinds.join(', ')}.`);
  return before.includes(kind) ? before : [...before, kind];
}

/** Parses an amount of US dollars above 0. */
export function dollarsFrom(text: string): number {
  const number = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || number <= 0)
    throw new InvalidArgumentError('Write an amount of US dollars above 0, such as 2.50.');
  return number;
}

/** The shard that the environment names: `--shard auto`, or `--shard auto/5` if only the user knows the number of shards. */
export interface AutoShard {
  readonly isAuto: true;
  /** null if the environment has the number of shards too. */
  readonly of: number | null;
}

/** Parses a shard: `2/5` is the second of five, `auto` and `auto/5` the one that the environment names. */
export function shardFrom(text: string): Shard | AutoShard {
  const [isAuto, count] = /^auto(?:\/(\d{1,4}))?$/.exec(text) ?? [];
  if (isAuto !== undefined && count === undefined) return { isAuto: true, of: null };
  if (count !== undefined && Number(count) >= 1 && Number(count) <= maxShards)
    return { isAuto: true, of: Number(count) };
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > of || of > maxShards) {
    throw new InvalidArgumentError(
      `Write I/N, such as 2/5: I from 1 to N, N at most ${maxShards}. In a job of a CI service: auto or auto/N.`,
    );
  }
  return { index, of };
}

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

/** Parses an age such as `12h`, `30d` or `2w`. Returns milliseconds. */
export function ageFrom(text: string): number {
  return amountFrom(text, ageUnits, 'Write hours, days or weeks: 12h, 30d or 2w.');
}

/** Parses a size such as `500MB`, `1.5GB` or `200MiB`. Returns bytes. */
export function bytesFrom(text: string): number {
  return amountFrom(text, sizeUnits, 'Write a size such as 500MB or 1.5GB.');
}

function amountFrom(text: string, units: ReadonlyMap<string, number>, advice: string): number {
  const [, number = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([a-z]+)$/i.exec(text) ?? [];
  const factor = units.get(unit.toLowerCase());
  if (factor === undefined) throw new InvalidArgumentError(advice);
  return Number(number) * factor;
}

export const rootOption = () =>
  new Option('--root <dir>', 'the library (default: $EVA_ROOT, or the nearest folder with prompts/)');

/** Returns the options that name the library and the folder of its runs. */
export const placeOptions = () => [
  rootOption(),
  new Option('--runs <dir>', 'the folder of runs (default: $EVA_RUNS, or .eva/runs of the library)'),
];

export const caseOption = (about: string) => listOption('--case <name>', about);

/** Returns an option that can be repeated. */
export const listOption = (flags: string, about: string) =>
  new Option(flags, about).argParser(addTo).default([], 'all');

export const itemOptions = () => [
  new Option(
    '--items <n>',
    'only the first <n> items of a data set, in their seeded order. Such a run is partial',
  ).argParser(countFrom),
  listOption('--item <id>', 'only this item of a data set; repeat it for several').conflicts('items'),
];

export const modelOption = () =>
  listOption('--model <name>', 'only this variant, or this model instead of the one under test; repeat it for several');

export const casesOfOption = () =>
  new Option('--cases-of <id>', 'the cases of this prompt instead of its own. Such a run does not count for promotion');

/** Returns the options that limit the calls of a command. */
export const boundOptions = () => [
  new Option('--max-calls <n>', 'make at most <n> calls to models').argParser(countFrom),
  new Option('--max-cost <usd>', 'spend at most <usd> dollars, by built-in prices and those of eva.yml').argParser(
    dollarsFrom,
  ),
  shortBudgetOption(),
];

/** `--fail-fast` alone is written with `judge`: the word behind it is a prompt, not its value. */
export const bareFailFast = '--fail-fast=judge';

export const jsonOption = () => new Option('--json', 'print data instead of text');

/** Returns the options that name reports. `--json` is the report `json`. */
export const reportOptions = () => [
  new Option('--report <name[=file]>', `write a report: ${reporterNames.join(', ')}; repeat it for several`)
    .argParser(addTo)
    .default([], 'pretty'),
  jsonOption(),
];

export const githubOption = () =>
  new Option('--no-github', 'leave out the report `github`, which eva adds if GITHUB_ACTIONS is true');

export const underpoweredOption = () =>
  new Option('--allow-underpowered', 'only warn if a criterion has too few trials to pass');

export const shortBudgetOption = () =>
  new Option('--allow-short-budget', 'only warn if the budget is too small for a verdict');

export const strictOption = () =>
  new Option('--strict', 'refuse prompts with texts that do not mean what they seem to, such as {{ a.b }}');

export const trustOption = () =>
  new Option('--trust', 'allow the programs and servers of the library, for this run only');

/** Collects the values of a repeated option. An option with several values at once would swallow the id after it. */
function addTo(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
