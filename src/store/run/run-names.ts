import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lazy } from '#model/data/collections.js';
import { evaError } from '#model/problem.js';
import { editDistance } from '#model/text/nearest.js';
import { promptWord, short } from '#model/text/quoted.js';
import { oddFile, onDisk } from '../files/regular-file.js';
import { foldersTo, runsFolder, runsFolderName } from './runs-folder.js';

export function runDirOf(root: string, runId: string): string {
  return join(runsFolder(root), runId);
}

/** Lists the names of a library's runs, oldest first. Ignores files, links and hidden folders. Throws EVA_DISK, EVA_ODD_FILE. */
export function runNames(root: string): readonly string[] {
  const folders = foldersTo(root, 'runs');
  const dir = folders.at(-1) ?? root;
  if (!folders.every(isOwnDirectory)) return [];
  const entries = onDisk('read', dir, () => readdirSync(dir, { withFileTypes: true }));
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort();
}

/** Returns true if the path is a directory, false if it is missing. Throws EVA_DISK, and EVA_ODD_FILE for a link or a file. */
export function isOwnDirectory(path: string): boolean {
  const stats = onDisk('read', path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (!stats) return false;
  if (!stats.isDirectory()) throw oddFile(path, stats.isSymbolicLink() ? 'symbolic_link' : 'not_a_directory');
  return true;
}

/** The minimum length of the shortened name of a run, in characters. */
const shortestEnd = 6;

/** Returns the shortest suffix of a run's name, of six characters or more, that no other run of the library has. */
export function shortRunName(root: string, runId: string): string {
  return shortNames([...runNames(root), runId]).get(runId) ?? runId;
}

/** Returns a function that shortens names as `shortRunName` does, for a command that names many runs: it lists those of the library once. */
export function runShortener(root: string): (runId: string) => string {
  const owners = new Map<string, string | null>();
  const ownerOf = (name: string) => {
    const end = name.slice(-shortestEnd);
    const owner = owners.get(end);
    owners.set(end, owner === undefined || owner === name ? name : null);
    return owners.get(end);
  };
  const list = lazy(() => runNames(root).map(ownerOf));
  return (runId) => {
    list();
    return ownerOf(runId) === runId ? runId.slice(-shortestEnd) : shortRunName(root, runId);
  };
}

/** Maps each name to its shortest suffix, of six characters or more, that no other name has. */
export function shortNames(names: readonly string[]): ReadonlyMap<string, string> {
  // in the sorted list of reversed names, neighbours share the longest suffixes
  const reversed = [...new Set(names)].map((name) => [...name].reverse().join('')).sort();
  return new Map(
    reversed.map((name, i) => {
      const shared = Math.max(sharedStart(name, reversed[i - 1]), sharedStart(name, reversed[i + 1]));
      return [backwards(name), backwards([...name].slice(0, Math.max(shortestEnd, shared + 1)).join(''))];
    }),
  );
}

function backwards(text: string): string {
  return [...text].reverse().join('');
}

function sharedStart(name: string, other: string | undefined): number {
  if (other === undefined) return 0;
  const characters = [...other];
  const at = [...name].findIndex((character, i) => character !== characters[i]);
  return at === -1 ? [...name].length : at;
}

/**
 * Returns the run with this name, or the only run whose name ends with it. Throws EVA_UNKNOWN_RUN if there is no such run or several. Never
 * returns a path out of the folder of runs. With `ofReport` it says so if the name is that of a prompt.
 */
export function requireKnownRun(root: string, name: string, runs: readonly string[], ofReport = false): string {
  if (runs.includes(name)) return name;
  const ending = runsEndingIn(name, runs);
  if (ending.length > 1)
    throw evaError('EVA_UNKNOWN_RUN:several', `the names of ${ending.length} runs end in "${short(name)}"`, {
      hint: `name one of them: ${ending.length > 8 ? '…, ' : ''}${ending.slice(-8).map(short).join(', ')}`,
    });
  if (ending[0] === undefined && ofReport && isPrompt(root, name)) {
    throw evaError('EVA_UNKNOWN_RUN:prompt', `"${short(name)}" is a prompt, and a report is about a run`, {
      hint: `list its runs: eva log ${promptWord(name)}; without a name, eva report shows the last run`,
    });
  }
  return ending[0] ?? unknownRun(root, name, runs);
}

/** Returns true if a name without slashes is that of a folder in `prompts/`. */
function isPrompt(root: string, name: string): boolean {
  if (!/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u.test(name)) return false;
  return lstatSync(join(root, 'prompts', name), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Returns the runs whose names have this suffix; none if it is too short. */
export function runsEndingIn(end: string, runs: readonly string[]): readonly string[] {
  return end.length < shortestEnd ? [] : runs.filter((run) => run.endsWith(end));
}

function unknownRun(root: string, name: string, runs: readonly string[]): never {
  const near = runs.filter((run) => editDistance(name.toLowerCase(), run.toLowerCase()) <= 2);
  const meant = near.length === 1 ? near[0] : undefined;
  throw evaError('EVA_UNKNOWN_RUN:name', `there is no run "${short(name)}" in ${runsFolderName(root)}/`, {
    hint:
      meant === undefined
        ? `${latestRun(runs.at(-1))}; a run of CI is in the artifact of its job: put its folder into ${runsFolderName(root)}/`
        : `did you mean ${short(meant)}?`,
  });
}

const stamp = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-/;

/**
 * Returns a name for a run: `20261121T223015Z-4f3a9c`, from the clock and six random hexadecimal digits. Names sort by time. The name
 * always sorts after `latest`, the last run: if the clock went back, it has the time of that run plus one second, unless that is beyond the year 9999.
 */
export function newRunId(now: Date, random: string, latest?: string): string {
  const name = `${stampOf(now)}-${random}`;
  if (latest === undefined || name > latest) return name;
  const next = new Date((timeIn(latest) ?? Number.NaN) + 1000);
  return `${stampOf(next.getUTCFullYear() <= 9999 ? next : now)}-${random}`;
}

/** The names of new runs of a command. Lists the runs of the library once, and ignores folders that eva did not name. */
export class NewRunNames {
  readonly #root: string;
  #made: string | null = null;

  constructor(root: string) {
    this.#root = root;
  }

  /** Returns a name after all others. Throws EVA_DISK, EVA_ODD_FILE. */
  next(): string {
    const now = new Date();
    const name = (this.#made && nextInSecond(this.#made, now)) ?? this.#nextOfLibrary(now);
    this.#made = name;
    return name;
  }

  #nextOfLibrary(now: Date): string {
    const latest = this.#made ?? runNames(this.#root).findLast((name) => isRunId(name));
    return newRunId(now, randomBytes(3).toString('hex'), latest);
  }
}

/**
 * Returns the name of a run that begins in the same second as another one, or before it: with a time of its own each of thousands of runs of a command
 * would seem to begin a second later. null if the second has no name left, or has passed.
 */
function nextInSecond(made: string, now: Date): string | null {
  const [stampOfMade = '', digits = ''] = made.split('-');
  const next = Number.parseInt(digits, 16) + 1 + (randomBytes(2).readUInt16BE() % 4096);
  return stampOf(now) <= stampOfMade && next < 16 ** 6 ? `${stampOfMade}-${next.toString(16).padStart(6, '0')}` : null;
}

/** Returns true if a text begins with a time, as the name of a run does. The rest may be mistyped. */
export function isRunId(text: string): boolean {
  return stamp.test(text);
}

/**
 * Returns the start of a run from its name, in milliseconds since 1970 by the clock of its machine; null for a name that eva did not make.
 */
export function runBegan(runId: string): number | null {
  return /Z-[0-9a-f]{6}$/.test(runId) ? (timeIn(runId) ?? null) : null;
}

function stampOf(time: Date): string {
  return time.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Returns the time at the start of a name, in milliseconds since 1970; undefined without one. */
function timeIn(name: string): number | undefined {
  const [, year, month, day, hour, minute, second] = stamp.exec(name) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function latestRun(latest: string | undefined): string {
  return latest === undefined ? 'start one: eva eval ID' : `the latest is ${latest}`;
}
