import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { globMatcher } from '#library/glob.js';
import { findUpwards } from '#library/root.js';
import { packageOf, type Start, startOfModel, variablesOf } from '#provider/types/starts.js';
import { type Placed, placeFile } from '#store/files/placing.js';
import type { ChosenModels } from './models.js';

/** Lines that a file of git needs, and the comment above them. */
export interface NeededLines {
  readonly comment: string;
  readonly needed: readonly string[];
  /** Returns true if the text of the file does the same as a needed line. */
  readonly isCovered: (text: string, needed: string) => boolean;
}

/** Keeps runs and the cache of this machine out of git. */
export const ignoredRuns: NeededLines = {
  comment: '# Runs and cache of eva on this machine',
  needed: ['.eva/'],
  isCovered: (text) => ignores(text, '.eva') === true,
};

/** Keeps the folder of packages out of git. */
export const ignoredPackages: NeededLines = {
  comment: '# Packages that npm installs',
  needed: ['node_modules/'],
  isCovered: (text) => ignores(text, 'node_modules') === true,
};

/** Lets git keep the lines of both branches in logs and recordings. */
export const mergedFiles: NeededLines = {
  comment: '# Keep the lines of both branches in logs and recordings of eva',
  needed: [
    '.eval.jsonl merge=union',
    '.attempts.jsonl merge=union',
    '.compare.jsonl merge=union',
    'labels.jsonl merge=union',
    'recordings.jsonl merge=union linguist-generated',
  ],
  isCovered: (text, needed) =>
    linesOf(text).some(
      (line) => /^\s*\*\.jsonl\s.*\bmerge=union\b/.test(line) || line.trim().split(/\s+/)[0] === needed.split(' ')[0],
    ),
};

/** Lets git check data and texts out with the same line ends on every machine, since models and digests see them. */
export const sameLineEnds: NeededLines = {
  comment: '# The same line ends on every machine in what eva reads',
  needed: ['*.csv text=auto eol=lf', 'prompts/** text=auto eol=lf'],
  isCovered: (text, needed) =>
    linesOf(text)
      .map((line) => line.trim().split(/\s+/))
      .some(([pattern, ...set]) => pattern === needed.split(' ')[0] || (pattern === '*' && set.includes('eol=lf'))),
};

/**
 * Returns whether the patterns of a .gitignore ignore a folder, by its name; undefined if no pattern is about it. The last one decides, as
 * in git. `isBelow`: the folder lies deeper than the .gitignore. Knows patterns of one name, such as `/.eva/`, `.eva/*` and `.e*`.
 */
export function ignores(text: string, name: string, isBelow = false): boolean | undefined {
  const about = linesOf(text).flatMap((line) => patternAbout(line, name, isBelow) ?? []);
  const ofFolder = about.findLast(({ isOfContents }) => !isOfContents);
  const last = ofFolder?.isUndone === false ? ofFolder : about.at(-1);
  return last === undefined ? undefined : !last.isUndone;
}

const longestPattern = 200;

/** A pattern of a .gitignore that matches a folder, or everything in it (`.eva/*`), which `!.eva/*` undoes. */
interface FolderPattern {
  readonly isUndone: boolean;
  readonly isOfContents: boolean;
}

function patternAbout(line: string, name: string, isBelow: boolean): FolderPattern | null {
  if (line.startsWith('#') || line.length > longestPattern) return null;
  const isUndone = line.startsWith('!');
  const pattern = line.slice(isUndone ? 1 : 0).replace(/ +$/, '');
  const path = pattern.replace(/\/$/, '');
  // A slash anywhere but at the end binds a pattern to the folder of the .gitignore.
  if (isBelow && path.includes('/') && !path.startsWith('**/')) return null;
  const inFolder = path.replace(/^(\*\*)?\//, '');
  const isOfContents = /\/\*{1,2}$/.test(inFolder) && path === pattern;
  const folder = isOfContents ? inFolder.replace(/\/\*+$/, '') : inFolder;
  return folder !== '' && !folder.includes('/') && globMatcher(folder)(name) ? { isUndone, isOfContents } : null;
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').map((line) => line.replace(/\r$/, ''));
}

/**
 * Returns the bytes of a file with the lines that it lacks, after everything that it has. Keeps the line ends of the file. Returns the same
 * buffer if it lacks none.
 */
export function withLines(old: Buffer, { comment, needed, isCovered }: NeededLines): Buffer {
  const text = old.toString('latin1');
  const missing = needed.filter((line) => !isCovered(text, line));
  if (missing.length === 0) return old;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : /\n$/.test(text) ? end : `${end}${end}`;
  const added = [comment, ...missing].map((line) => line + end).join('');
  return Buffer.concat([old, Buffer.from(gap + added, 'latin1')]);
}

/** Returns the root of the git repository that a directory belongs to, else the directory. */
export function repositoryOf(dir: string): string {
  return findUpwards(dir, (folder) => existsSync(join(folder, '.git'))) ?? dir;
}

export const workflowFile = '.github/workflows/eva.yml';

/** Writes the workflow into the repository, whose root may be above the library. */
export function placeWorkflow(root: string, text: string): Placed {
  const repository = repositoryOf(root);
  const { file, outcome } = placeFile(repository, workflowFile, text);
  return { file: relative(root, join(repository, file)), outcome };
}

/**
 * Returns a workflow for GitHub that checks the prompts of every pull request: all files, and with models those prompts whose evidence
 * differs from the base branch. `version` is that of eva, for repositories without a package.json.
 */
export function workflowText(
  library: string,
  { choice, version }: { readonly choice: ChosenModels; readonly version: string },
): string {
  const repository = repositoryOf(library);
  const below = relative(repository, library).split(sep).join('/');
  const under = (path: string) => (below === '' ? path : `${below}/${path}`);
  const home = packageHome(library, repository);
  const install =
    home === null
      ? `npm install --no-save eva-harness@${version}`
      : existsSync(join(home, 'package-lock.json'))
        ? 'npm ci'
        : 'npm install';
  const place = below === '' ? [] : ['    defaults:', `      run: { working-directory: ${JSON.stringify(below)} }`];
  const names = workflowNeeds(choice).secrets;
  return `${[
    '# Checks the prompts that a pull request changes.',
    'name: prompts',
    'on:',
    '  pull_request:',
    'permissions:',
    '  contents: read',
    'jobs:',
    '  prompts:',
    '    runs-on: ubuntu-latest',
    ...place,
    '    steps:',
    '      - uses: actions/checkout@v4',
    `        with: { fetch-depth: 0${hasLargeFiles(repository) ? ', lfs: true' : ''} } # --changed compares with the base branch`,
    '      - uses: actions/setup-node@v4',
    '        with: { node-version: 22 }',
    `      - run: ${install}`,
    '      - run: npx eva doctor',
    '      # Pull requests from forks have no secrets, so no model is called for them.',
    '      # If the library names programs or servers: add --trust, and review who may change them.',
    '      - if: github.event.pull_request.head.repo.full_name == github.repository',
    '        run: npx eva eval --changed "refs/remotes/origin/$BASE" --yes --report html=out/eva.html',
    '        env:',
    `          BASE: ${expression('github.base_ref')}`,
    ...names.map((name) => `          ${name}: ${expression(`secrets.${name}`)}`),
    '      - if: always()',
    '        uses: actions/upload-artifact@v4',
    '        with:',
    '          name: eva',
    '          path: |',
    `            ${under('out')}`,
    `            ${under('.eva/runs')}`,
    '          include-hidden-files: true',
    '          if-no-files-found: ignore',
  ].join('\n')}\n`;
}

/** Returns true if files of the repository are in Git LFS: without `lfs: true` a checkout has pointers in their place. */
function hasLargeFiles(repository: string): boolean {
  const file = join(repository, '.gitattributes');
  return existsSync(file) && /filter=lfs/.test(readFileSync(file, 'utf8'));
}

/** What a workflow needs before it can call a model. */
export interface WorkflowNeeds {
  readonly secrets: readonly string[];
  /** The titles of the providers that the job must sign in to, since they need no key: clouds. */
  readonly signIns: readonly string[];
  /** The titles of the providers that answer only on a machine of the user's own: local servers and programs. */
  readonly local: readonly string[];
}

/** Returns what a workflow needs before it can call the model under test and the judge. */
export function workflowNeeds({ start, model, judge }: ChosenModels): WorkflowNeeds {
  const named = [model, judge].map((name) => startOfModel(name) ?? start);
  const all: readonly Start[] = [...new Set(named)];
  const isLocal = (provider: Start) => provider.entry !== undefined || variablesOf(provider).length === 0;
  return {
    secrets: [...new Set(all.flatMap(variablesOf))],
    signIns: all.filter((provider) => packageOf(provider) !== undefined).map(({ title }) => title),
    local: all.filter(isLocal).map(({ title }) => title),
  };
}

function expression(name: string): string {
  return `\${{ ${name} }}`;
}

/** Returns the nearest directory with a package.json, from the library up to its repository; null without one. */
function packageHome(dir: string, repository: string): string | null {
  if (existsSync(join(dir, 'package.json'))) return dir;
  return dir === repository || dir === dirname(dir) ? null : packageHome(dirname(dir), repository);
}
