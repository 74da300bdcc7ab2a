import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type Start, variablesOf } from '#provider/types/starts.js';

/** Returns the root of the git repository that a directory belongs to, else the directory. */
export function repositoryOf(dir: string): string {
  const above = (one: string): string | null => {
    if (existsSync(join(one, '.git'))) return one;
    return one === dirname(one) ? null : above(dirname(one));
  };
  return above(dir) ?? dir;
}

/**
 * Returns a workflow for GitHub that checks the prompts of every pull request: all files, and with models those prompts whose evidence
 * differs from the base branch. `version` is that of eva, for repositories without a package.json.
 */
export function workflowText(
  library: string,
  { start, version }: { readonly start: Start; readonly version: string },
): string {
  const repository = repositoryOf(library);
  const below = relative(repository, library).split(sep).join('/');
  const under = (path: string) => JSON.stringify(below === '' ? path : `${below}/${path}`);
  const home = packageHome(library, repository);
  const install =
    home === null
      ? `npm install --no-save eva-harness@${version}`
      : existsSync(join(home, 'package-lock.json'))
        ? 'npm ci'
        : 'npm install';
  const place = below === '' ? [] : ['    defaults:', `      run: { working-directory: ${JSON.stringify(below)} }`];
  const names = variablesOf(start);
  return `${[
    '# Checks the prompts of every pull request that changes them.',
    'name: prompts',
    'on:',
    '  pull_request:',
    `    paths: [${under('prompts/**')}, ${under('eva.yml')}]`,
    'permissions:',
    '  contents: read',
    'jobs:',
    '  prompts:',
    '    runs-on: ubuntu-latest',
    ...place,
    '    steps:',
    '      - uses: actions/checkout@v4',
    '        with: { fetch-depth: 0 } # --changed compares with the base branch',
    '      - uses: actions/setup-node@v4',
    '        with: { node-version: 22 }',
    `      - run: ${install}`,
    '      - run: npx eva doctor',
    '      # Pull requests from forks have no secrets, so no model is called for them.',
    '      - if: github.event.pull_request.head.repo.full_name == github.repository',
    '        run: npx eva eval --changed "origin/$BASE" --yes',
    '        env:',
    `          BASE: ${expression('github.base_ref')}`,
    ...names.map((name) => `          ${name}: ${expression(`secrets.${name}`)}`),
    '      - if: always()',
    '        uses: actions/upload-artifact@v4',
    `        with: { name: eva, path: ${under('.eva/runs')}, include-hidden-files: true, if-no-files-found: ignore }`,
  ].join('\n')}\n`;
}

/** Returns an expression of the workflow language. */
function expression(name: string): string {
  return `\${{ ${name} }}`;
}

/** Returns the nearest directory with a package.json, from the library up to its repository; null if there is none. */
function packageHome(dir: string, repository: string): string | null {
  if (existsSync(join(dir, 'package.json'))) return dir;
  return dir === repository || dir === dirname(dir) ? null : packageHome(dirname(dir), repository);
}
