import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { factTypes, gradedTypes, notCarried, notCarriedFamilies, textTypes } from '#import/assertions/kinds.js';
import { chatHosts } from '#import/providers/chat-hosts.js';
import { typesInRows } from '#import/rows/row-parts.js';
import type { JsonObject } from '#model/data/json.js';
import { importAsserts } from '../import/assertions/import-asserts.js';

const page = readFileSync('docs/guide/from-promptfoo.md', 'utf8');

interface Row {
  readonly types: readonly string[];
  readonly cells: readonly string[];
}

/** Returns the rows of the table below a mark of the page. */
function rowsBelow(mark: string): readonly Row[] {
  const [, table = ''] = page.split(`<!-- ${mark} -->\n`);
  const lines = (table.split('\n\n')[0] ?? '').split('\n').slice(2);
  return lines.map((line) => {
    const cells = line.split(' | ').map((cell) => cell.replace(/^\| | ?\|$/g, ''));
    return { types: codeIn(cells[0] ?? ''), cells };
  });
}

function codeIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

const carried = rowsBelow('types that are carried over');
const leftOut = rowsBelow('types that are left out');

/** Assertions of types that need more than a text as their value. */
const samples: Readonly<Record<string, JsonObject>> = {
  'finish-reason': { value: 'tool_calls' },
  'trajectory:tool-args-match': { value: { name: 'find', args: { id: 1 } } },
  'trajectory:tool-used': { value: 'find' },
  'trajectory:tool-sequence': { value: ['find', 'other'] },
  'trajectory:step-count': { value: { type: 'tool', min: 1, max: 3 } },
  'tool-call-f1': { value: 'find' },
  'word-count': { value: { min: 3, max: 9 } },
  'is-json': {},
  'contains-json': {},
  cost: { threshold: 0.1 },
  latency: { threshold: 500 },
  javascript: { value: 'output.length > 3' },
  python: { value: 'len(output) > 3' },
};

/** Returns the names of the checks that an assertion becomes: `rubric` for a rubric, none if it is left out. */
function becomes(type: string): readonly string[] {
  const sample = samples[type.replace(/^not-/, '')] ?? { value: 'a text, another' };
  const vars = { context: 'a source', query: 'a question' };
  const context = { tools: ['find', 'other'] };
  const { assert: checks, rubric } = importAsserts([{ type, ...sample }], { vars, context });
  const names = checks.flatMap((check) => Object.keys(check)).filter((key) => key !== 'about' && key !== 'extract');
  return [...new Set([...names, ...(rubric.length > 0 ? ['rubric'] : [])])];
}

test('the tables of the guide have each type of promptfoo once', () => {
  const listed = [...carried, ...leftOut].flatMap(({ types }) => types);
  const all = [
    ...Object.keys({ ...textTypes, ...factTypes, ...gradedTypes, ...notCarried }),
    ...Object.keys(notCarriedFamilies).map((start) => `${start}…`),
    ...['javascript', 'python', 'assert-set'],
  ];
  assert.deepEqual([...listed].sort(), all.sort());
  assert.deepEqual(
    typesInRows.filter((type) => !listed.includes(type)),
    [],
  );
});

test('each type becomes what the table of the guide says', () => {
  for (const { types, cells } of carried) {
    const [, eva = '', not = ''] = cells;
    for (const type of types.filter((one) => one !== 'assert-set')) {
      const names = becomes(type);
      assert.ok(names.length > 0, `${type} is carried over`);
      for (const name of names) assert.ok(codeIn(eva).includes(name), `${type} becomes ${name}: ${eva}`);
      const negated = becomes(`not-${type}`);
      assert.equal(negated.length === 0, not === 'left out', `not-${type} becomes ${negated}: ${not}`);
      if (!not.startsWith('yes')) for (const name of negated) assert.ok(codeIn(not).includes(name), `not-${type}`);
      else
        assert.ok(
          negated.every((name) => codeIn(eva).includes(name.replace(/^not_/, ''))),
          `not-${type}`,
        );
    }
  }
});

test('the guide says why a type is left out in the words of the import', () => {
  const reasons: Readonly<Record<string, { readonly reason: string; readonly todo?: string }>> = {
    ...notCarried,
    ...Object.fromEntries(Object.entries(notCarriedFamilies).map(([start, reason]) => [`${start}…`, reason])),
  };
  for (const { types, cells } of leftOut)
    for (const type of types) {
      const { reason, todo = '' } = reasons[type] ?? { reason: 'it is not left out' };
      assert.deepEqual(cells.slice(1), [reason, todo], type);
    }
});

test('the guide names every server with the chat-completions protocol', () => {
  const [, providers = ''] = page.split('## Providers\n');
  const listed = codeIn(providers.split('\n## ')[0] ?? '');
  for (const name of chatHosts.flatMap(({ names }) => names)) assert.ok(listed.includes(name), name);
});
