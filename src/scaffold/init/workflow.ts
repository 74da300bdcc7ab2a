import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { findUpwards } from '#library/root.js';
import { packageOf, type Start, startOfModel, variablesOf } from '#provider/types/starts.js';
import { type Placed, placeFile } from '../placing.js';
import type { ChosenModels } from '../texts.js';

/** Returns the root of the git repository that a directory belongs to, else the directory. */
export function repositoryOf(dir: string): string {
  return findUpwards(dir, (one) => existsSync(join(one, '.git'))) ?? dir;
}

/** The path of the workflow in its repository. */
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
  /** The secrets that the repository must have. */
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
  const isLocal = (one: Start) => one.entry !== undefined || variablesOf(one).length === 0;
  return {
    secrets: [...new Set(all.flatMap(variablesOf))],
    signIns: all.filter((one) => packageOf(one) !== undefined).map(({ title }) => title),
    local: all.filter(isLocal).map(({ title }) => title),
  };
}

/** Returns an expression of the workflow language. */
function expression(name: string): string {
  return `\${{ ${name} }}`;
}

/** Returns the nearest directory with a package.json, from the library up to its repository; null without one. */
function packageHome(dir: string, repository: string): string | null {
  if (existsSync(join(dir, 'package.json'))) return dir;
  return dir === repository || dir === dirname(dir) ? null : packageHome(dirname(dir), repository);
}
