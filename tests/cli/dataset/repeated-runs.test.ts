import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { rowsIn } from '../../support/rows-in.js';
import { goodMeta, tempLibrary } from '../../support/temp-library.js';
import { caseOnData, csvOf, dataLibrary, goodItems } from './data-library.js';

const evalPath = 'prompts/diff/eval.yml';
const dataFile = 'prompts/diff/data/items.csv';
const whole = caseOnData('    stop_early: false\n');

const lastRun = (root: string) => join(root, '.eva/runs', readdirSync(join(root, '.eva/runs')).sort().at(-1) ?? '');
const itemsIn = (root: string): readonly string[] =>
  readFileSync(join(lastRun(root), 'trials.jsonl'), 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line).trial]))
    .sort((a, b) => a.index - b.index)
    .map(({ origin }) => origin.item);

test('a second run with a cache calls no model, and with --no-cache all items again', async (t) => {
  const { eva, server } = await dataLibrary(t, goodItems(30), {
    files: { [evalPath]: whole, 'eva.yml': 'cache: true\n' },
  });
  for (const [args, calls] of [
    [[], 30],
    [[], 30],
    [['--no-cache'], 60],
    [['--items', '5'], 60],
  ] as const) {
    const { exitCode, stdout, stderr } = await eva('eval', 'diff', ...args);
    assert.ok(exitCode === 0 || args.length === 2, stdout + stderr);
    assert.equal(server.requests.length, calls, args.join(' '));
  }
});

test('--record keeps the answers of all items, and --replay decides the same without a call', async (t) => {
  const items = goodItems(30).map(([code, label], at) => [code, at % 10 === 0 ? 'bad' : label] as const);
  const { root, eva, server } = await dataLibrary(t, items, {
    files: { [evalPath]: caseOnData('    stop_early: false\n', 'file: data/items.csv, draws: 2, slices: [label]') },
  });
  const first = await eva('eval', 'diff', '--record');
  assert.equal(first.exitCode, 0, first.stdout + first.stderr);
  assert.equal(server.requests.length, 60);
  const replayed = await eva('eval', 'diff', '--replay');
  assert.equal(replayed.exitCode, 0, replayed.stdout + replayed.stderr);
  assert.equal(server.requests.length, 60);
  const [one, two] = rowsIn(root);
  assert.deepEqual(two?.verdicts, one?.verdicts);
  assert.deepEqual(two?.datasets, one?.datasets);
  writeFileSync(join(root, dataFile), csvOf([...items, ['a new one', 'good']]));
  const lacking = await eva('eval', 'diff', '--replay');
  assert.notEqual(lacking.exitCode, 0);
  assert.equal(server.requests.length, 60);
});

test('--fail-fast stops a case on a data set at its first item that settles it', async (t) => {
  const items = goodItems(40).map(([code]) => [code, 'bad'] as const);
  const twice = `${caseOnData()}  - { name: later, inputs: { code: x }, assert: [ { contains: good } ] }\n`;
  const { eva, server } = await dataLibrary(t, items, { files: { [evalPath]: twice, 'eva.yml': 'concurrency: 1\n' } });
  const { exitCode, stdout, stderr } = await eva('eval', 'diff', '--fail-fast');
  assert.equal(exitCode, 1, stdout + stderr);
  assert.ok(server.requests.length < 40, String(server.requests.length));
});

test('two cases on one anchor ask the same items in the same order, and share the answers to equal requests', async (t) => {
  const anchored = `defaults: { model: claude-x }
cases:
  - { name: first, dataset: &items { file: data/items.csv }, assert: [ { contains: { field: label } } ] }
  - { name: second, dataset: *items, assert: [ { equals: { field: label } } ] }
`;
  const { root, eva, server } = await dataLibrary(t, goodItems(12), { files: { [evalPath]: anchored } });
  const { exitCode, stdout, stderr } = await eva('eval', 'diff');
  assert.equal(exitCode, 0, stdout + stderr);
  assert.equal(server.requests.length, 12);
  const [first, second] = rowsIn(root)[0]?.datasets ?? [];
  assert.deepEqual({ ...second, case: 'first' }, first);
  const items = itemsIn(root);
  assert.equal(items.length, 24);
});

test('a case on a data set reads the seed of the defaults, and not their sample size', async (t) => {
  const seeded = (defaults: string) => whole.replace('{ model: claude-x }', `{ model: claude-x, ${defaults} }`);
  const { root, eva } = await dataLibrary(t, goodItems(20), { files: { [evalPath]: seeded('sample_size: 5') } });
  const orders: (readonly string[])[] = [];
  for (const defaults of ['sample_size: 5', 'seed: 0', 'seed: 7', 'seed: 7, sample_size: 3']) {
    writeFileSync(join(root, evalPath), seeded(defaults));
    const { exitCode, stdout, stderr } = await eva('eval', 'diff');
    assert.equal(exitCode, 0, stdout + stderr);
    orders.push(itemsIn(root));
  }
  const [sized = [], zero = [], seven = [], both = []] = orders;
  assert.equal(sized.length, 20);
  assert.deepEqual(zero, sized);
  assert.deepEqual(both, seven);
  assert.notDeepEqual(seven, zero);
  assert.deepEqual([...seven].sort(), [...zero].sort());
  const own = whole.replace('    stop_early: false\n', '    stop_early: false\n    seed: 7\n    sample_size: 6\n');
  writeFileSync(join(root, evalPath), own);
  await eva('eval', 'diff');
  assert.deepEqual(itemsIn(root), seven.slice(0, 6));
});

test('triggering queries run beside a case on a data set', async (t) => {
  const beside = `${whole.replace('{ model: claude-x }', '{ model: claude-x, judge: { model: claude-y } }')}
triggering: { should_match: [change one thing, make a small diff], should_not_match: [write a poem] }
`;
  const { root, eva } = await dataLibrary(t, goodItems(10), {
    files: { [evalPath]: beside },
    answer: (body) => {
      if (body.tool_choice?.name === undefined) return 'good';
      const reached = !String(body.messages[0].content).includes('poem');
      return { tool_input: { reason: 'Seen.', decision: reached ? 'YES' : 'NO' } };
    },
  });
  const { exitCode, stdout, stderr } = await eva('eval', 'diff');
  assert.equal(exitCode, 0, stdout + stderr);
  const [row] = rowsIn(root);
  assert.deepEqual([row?.total, row?.datasets?.length], [4, 1]);
});

const program = `import { readFileSync, statSync, appendFileSync } from 'node:fs';
const path = process.env.EVA_ITEM;
appendFileSync('seen.txt', [path, statSync(path).mode & 0o777].join(' ') + '\\n');
process.exit(JSON.parse(readFileSync(path, 'utf8')).note.startsWith('n') ? 0 : 1);
`;

test('a program gets each whole item in a private file that is gone afterwards; it must be trusted, and the item is evidence', async (t) => {
  const data = (note: string) =>
    `code,label,language,note\n${Array.from({ length: 5 }, (_, at) => `code ${at},good,en,${note}${at}\n`).join('')}`;
  const checked = whole.replace('contains: { field: label }', `command: [${process.execPath}, check.mjs]`);
  const files = { [evalPath]: checked, [dataFile]: data('n'), 'prompts/diff/check.mjs': program };
  const { root, eva, server } = await dataLibrary(t, [], { files, env: { XDG_DATA_HOME: tempLibrary(t, {}) } });
  const untrusted = await eva('eval', 'diff');
  assert.equal(untrusted.exitCode, 2);
  assert.match(untrusted.stderr, /EVA_UNTRUSTED|EVA_NOT_TRUSTED/);
  assert.equal(server.requests.length, 0);
  await eva('trust', 'diff', '--yes');
  const trusted = await eva('eval', 'diff');
  assert.equal(trusted.exitCode, 0, trusted.stdout + trusted.stderr);
  const seen = readFileSync(join(root, 'prompts/diff/seen.txt'), 'utf8').trim().split('\n');
  assert.equal(seen.length, 5);
  for (const line of seen) {
    const [path = '', mode] = line.split(' ');
    assert.equal(mode, String(0o600));
    assert.equal(existsSync(path), false);
  }
  writeFileSync(join(root, dataFile), data('m'));
  const changed = await eva('eval', 'diff');
  assert.equal(changed.exitCode, 1, changed.stdout + changed.stderr);
  const [before, after] = rowsIn(root).map(({ evidence }) => evidence.cases);
  assert.notEqual(after, before);
});

const gated = `${goodMeta}promotion: { tries: corrected }\n`;

test('a run with --items opens no gate, and promote, log, doctor and plan say so', async (t) => {
  const { root, eva } = await dataLibrary(t, goodItems(30), {
    files: { [evalPath]: whole, 'prompts/diff/meta.yml': gated },
  });
  const partial = await eva('eval', 'diff', '--items', '6');
  assert.match(partial.stdout, /opens no gate/);
  const promoted = await eva('promote', 'diff');
  assert.notEqual(promoted.exitCode, 0);
  assert.match(promoted.stdout + promoted.stderr, /--items/);
  assert.equal(rowsIn(root)[0]?.['partial'], true);
  for (const command of ['log', 'plan']) {
    const shown = await eva(command, 'diff', ...(command === 'plan' ? ['--items', '6'] : []));
    assert.equal(shown.exitCode, 0, shown.stdout + shown.stderr);
    assert.match(shown.stdout, /partial/);
  }
  const one = await eva('plan', 'diff', '--item', itemsIn(root)[0] ?? '', '--json');
  assert.equal(one.exitCode, 0, one.stderr);
  assert.deepEqual(JSON.parse(one.stdout).problems, []);
  assert.equal((await eva('doctor')).exitCode, 0);
  const full = await eva('eval', 'diff');
  assert.equal(full.exitCode, 0, full.stdout + full.stderr);
  assert.equal((await eva('promote', 'diff', '--check')).exitCode, 0);
});
