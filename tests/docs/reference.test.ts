import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import { documentSchema } from '#model/schema/documents.js';
import { providerTypes } from '#provider/types/index.js';
import { runEva } from '../support/run-eva.js';

const read = (name: string) => readFileSync(join('docs/reference', name), 'utf8');
const pages = ['README.md', ...markdownIn('docs'), 'examples/README.md'];

function markdownIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

/** The flags that a command's help lists, each with all of its spellings. */
async function flagsOf(command: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { stdout } = await runEva([...command, '--help'], { cwd: process.cwd() });
  return stdout
    .split('\n')
    .filter((line) => /^ {2}-/.test(line))
    .map(
      (line) =>
        line
          .trim()
          .split(/ {2,}/)[0]
          ?.match(/--?[a-zA-Z][\w-]*/g) ?? [],
    );
}

/** The commands that the help of eva lists, those with commands of their own as these. */
async function commandsOf(parent: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { stdout } = await runEva([...parent, '--help'], { cwd: process.cwd() });
  const list = /^Commands:\n([\s\S]*?)\n\n/m.exec(stdout)?.[1] ?? '';
  const names = [...list.matchAll(/^ {2}(\w[\w-]*)/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
  if (names.length === 0) return [parent];
  return (await Promise.all(names.map((name) => commandsOf([...parent, name])))).flat();
}

test('commands.md has a section for every command, in the order of the help, with exactly its flags', async () => {
  const text = read('commands.md');
  const sections = new Map(text.split(/^## /m).map((section) => [section.split('\n')[0] ?? '', section]));
  const commands = await commandsOf([]);
  assert.ok(commands.length > 10);
  const inOrder = [...sections.keys()].filter((name) => name.startsWith('eva '));
  assert.deepEqual(
    inOrder,
    commands.map((command) => `eva ${command.join(' ')}`),
  );
  for (const command of commands) {
    const name = `eva ${command.join(' ')}`;
    const section = sections.get(name);
    assert.ok(section, `commands.md has no section "${name}"`);
    const told = new Set(
      [...section.matchAll(/^(?:\| (?=`-)|Flags: )([^|\n]*)/gm)].flatMap(
        ([, flags = '']) => flags.match(/--[\w-]+/g) ?? [],
      ),
    );
    const real = (await flagsOf(command)).flatMap((spellings) => spellings.filter((flag) => flag.startsWith('--')));
    assert.deepEqual([...told].sort(), real.filter((flag) => flag !== '--help').sort(), name);
  }
});

test('every command line of eva on the pages exists: its command and its flags', async () => {
  const commands = await commandsOf([]);
  const flags = new Map<string, ReadonlySet<string>>();
  for (const command of commands) flags.set(command.join(' '), new Set((await flagsOf(command)).flat()));
  const wrong: string[] = [];
  for (const page of pages) {
    for (const line of commandLines(readFileSync(page, 'utf8'))) {
      const flaw = flawOf(line, flags);
      if (flaw !== null) wrong.push(`${page}: ${line}: ${flaw}`);
    }
  }
  assert.deepEqual(wrong, []);
});

/** Command lines in blocks of code and between backticks. */
function commandLines(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.split('\n'));
  const spans = [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return [...blocks, ...spans].flatMap((line) => {
    const found = /^(?:\s*(?:- run: )?(?:[A-Z_]+=\S+ )*(?:npx )?)(eva (?![:=]).*)$/.exec(line);
    return found?.[1] === undefined ? [] : [found[1].replace(/ {2,}#.*$| \{ .*$/, '').trim()];
  });
}

function flawOf(line: string, flags: ReadonlyMap<string, ReadonlySet<string>>): string | null {
  const words = line.split(/\s+/).slice(1);
  if (words[0] === undefined || words[0].startsWith('-')) return null;
  const isGroup = words.length === 1 && [...flags.keys()].some((name) => name.startsWith(`${words[0]} `));
  if (/^[A-Z.…]+$/.test(words[0]) || isGroup) return null;
  const name = flags.has(words.slice(0, 2).join(' ')) ? words.slice(0, 2).join(' ') : (words[0] ?? '');
  const known = flags.get(name);
  if (known === undefined) return `there is no command ${name}`;
  const used = words.filter((word) => /^--?[a-z]/.test(word)).map((word) => word.split('=')[0] ?? '');
  const strange = used.find((flag) => !known.has(flag));
  return strange === undefined ? null : `there is no flag ${strange}`;
}

test('commands.md names the environment variables of every type of provider', () => {
  const section = read('commands.md').split('\n## Environment variables\n')[1] ?? '';
  const variables = providerTypes.flatMap(({ keyVariable, server, needed = [] }) => [
    keyVariable,
    server?.variable ?? '',
    ...(server?.versionVariables ?? []),
    ...needed.flatMap((setting) => setting.variables),
  ]);
  assert.deepEqual(
    variables.filter((name) => name !== '' && !section.includes(`\`${name}\``)),
    [],
  );
});

test('every check, criterion, parameter of a criterion and metric is in the reference', () => {
  const $defs = documentSchema('eval')['$defs'] as Record<string, { properties: JsonObject; enum?: readonly string[] }>;
  const metrics = $defs['metric']?.enum ?? [];
  const keys = (name: string) => Object.keys($defs[name]?.properties ?? {});
  const missing = (page: string, names: readonly string[]) => names.filter((name) => !read(page).includes(`\`${name}`));
  assert.deepEqual(missing('checks.md', keys('check')), []);
  const parameters = ['proportion', 'mean', 'median'].flatMap((name) => keys(`${name}_criterion`));
  assert.deepEqual(missing('criteria.md', [...keys('criterion'), ...parameters, ...metrics]), []);
});

test('every field of a row, an attempt, a comparison, a recording and a label is on the page of files', () => {
  const text = read('files.md');
  for (const kind of ['eval-row', 'attempt', 'compare-row', 'recording', 'label'] as const) {
    const schema = JSON.parse(readFileSync(`schemas/${kind}.schema.json`, 'utf8'));
    const missing = keysOf(schema).filter((key) => !new RegExp(`\\b${key}\\b`).test(text));
    assert.deepEqual(missing, [], kind);
  }
});

/** All names of properties in a schema, at any depth. */
function keysOf(schema: JsonValue): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(keysOf);
  const properties = (schema as JsonObject)['properties'];
  const own = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return [...new Set([...own, ...Object.values(schema as JsonObject).flatMap(keysOf)])];
}
