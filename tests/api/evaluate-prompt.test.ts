import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { EvaAssertionError, EvaError, evaluateLibrary, evaluatePrompt, type RunEvent } from 'eva-harness';
import { type LibraryOptions, openLibrary } from '../promises/open-library.js';
import { rowsIn } from '../support/rows-in.js';
import { goodEval } from '../support/temp-library.js';

async function library(t: TestContext, options: LibraryOptions = {}) {
  const { root, env, server, eva } = await openLibrary(t, options);
  return { root, server, eva, at: { root, env: { ...env, CI: '1', XDG_DATA_HOME: join(root, 'data') } } };
}

test('evaluating a prompt writes its row and its attempt, like the command line', async (t) => {
  const { root, at, eva } = await library(t);
  const result = await evaluatePrompt('diff', at);
  assert.deepEqual(
    [result.id, result.outcome, result.passed, result.row, result.try],
    ['diff', 'passed', true, '.eval.jsonl', 1],
  );
  assert.deepEqual(result.reasons, []);
  result.assertPassed();
  await eva('eval', 'diff');
  const rows = rowsIn(root);
  assert.equal(rows[0]?.run_id, result.run_id);
  const [own, other] = rows.map(({ run_id: _run, ts: _ts, duration_s: _duration, try: _try, evidence, ...row }) => {
    const { oldest_reply: _oldest, ...digests } = evidence;
    return { ...row, digests };
  });
  assert.deepEqual(own, other);
  assert.equal((await evaluatePrompt('diff', at)).try, 3);
});

test('a prompt without meta.yml is evaluated by its id and by its folder', async (t) => {
  const { root, at, eva } = await library(t);
  rmSync(join(root, 'prompts', 'diff', 'meta.yml'));
  const outcomes = [
    await evaluatePrompt('diff', at),
    await evaluatePrompt(join(root, 'prompts', 'diff'), { env: at.env }),
  ];
  assert.deepEqual(
    outcomes.map(({ id, outcome }) => [id, outcome]),
    [
      ['diff', 'passed'],
      ['diff', 'passed'],
    ],
  );
  assert.equal((await eva('promote', 'diff')).exitCode, 0);
  assert.equal((await evaluateLibrary(at)).outcome, 'passed');
});

test('the result of a failed prompt names the failed check, the reply and the command that shows the run', async (t) => {
  const { root, at } = await library(t, { answer: () => 'something else' });
  const { env } = at;
  const result = await evaluatePrompt(join(root, 'prompts', 'diff'), { env });
  assert.deepEqual([result.outcome, result.passed], ['failed', false]);
  const [first] = result.cases.filter(({ passed }) => !passed);
  assert.ok(first && first.reasons.length > 0);
  assert.ok(result.reasons[0]?.startsWith(`${first.name}: `));
  assert.ok(result.reasons.some((reason) => reason.includes('contains: "<diff>"')));
  for (const part of [
    first.name,
    'something else',
    'contains: "<diff>"',
    `eva report ${result.run_id} --root ${root}`,
  ]) {
    assert.ok(String(result).includes(part), part);
  }
  assert.throws(() => result.assertPassed(), { name: EvaAssertionError.name, message: String(result) });
  const all = await evaluateLibrary(at);
  assert.deepEqual([all.outcome, all.passed], ['failed', false]);
  assert.throws(() => all.assertPassed(), { name: EvaAssertionError.name, message: String(all) });
  assert.ok(String(all).includes('contains: "<diff>"'));
});

test('a stopped run is resumed, unless resume is false', async (t) => {
  const controller = new AbortController();
  const { root, at, server } = await library(t, {
    answer: () => {
      controller.abort(new Error('enough'));
      return '<diff>';
    },
  });
  await assert.rejects(evaluatePrompt('diff', { ...at, signal: controller.signal }), /enough/);
  assert.equal(existsSync(join(root, '.eval.jsonl')), false);
  const events: RunEvent[] = [];
  const result = await evaluatePrompt('diff', { ...at, onEvent: (event) => events.push(event) });
  assert.equal(result.passed, true);
  assert.ok(events.some(({ event }) => event === 'run_resumed'));
  assert.deepEqual(readdirSync(join(root, '.eva/runs')), [result.run_id]);
  assert.equal(result.try, 1);
  assert.ok(server.requests.length > 0);
});

test('a stopped run of chosen items is not resumed, since it asks other items', async (t) => {
  const { root, at, eva } = await library(t, {
    files: {
      'prompts/diff/eval.yml': `defaults: { model: claude-x }
cases: [{ name: tickets, dataset: data/items.csv, assert: [{ contains: { field: label } }] }]
`,
      'prompts/diff/data/items.csv': 'code,label\na,diff\nb,diff\nc,diff\nd,diff\n',
    },
  });
  const cut = await eva('eval', 'diff', '--items', '2', '--max-calls', '1', '--allow-short-budget');
  assert.equal(cut.exitCode, 3, cut.stdout + cut.stderr);
  await evaluatePrompt('diff', { ...at, cases: ['tickets'] });
  assert.equal(rowsIn(root)[0]?.datasets?.[0]?.asked, 4);
});

for (const [damage, code, apply] of [
  ['without a journal', 'EVA_BAD_RUN', (dir: string) => rmSync(join(dir, 'journal.jsonl'))],
  ['with a link as result', 'EVA_ODD_FILE', (dir: string) => symlinkSync('/dev/null', join(dir, 'result.json'))],
] as const) {
  test(`a stopped run ${damage} is reported, and a new run begins`, async (t) => {
    const controller = new AbortController();
    const { root, at } = await library(t, {
      answer: () => {
        controller.abort(new Error('enough'));
        return '<diff>';
      },
    });
    await assert.rejects(evaluatePrompt('diff', { ...at, signal: controller.signal }), /enough/);
    const [damaged = ''] = readdirSync(join(root, '.eva/runs'));
    apply(join(root, '.eva/runs', damaged));
    const codes: string[] = [];
    const onEvent = (event: RunEvent) => {
      if (event.event === 'run_not_resumed') codes.push(event.problem.code);
    };
    const result = await evaluatePrompt('diff', { ...at, onEvent });
    assert.deepEqual([result.passed, codes], [true, [code]]);
    assert.notEqual(result.run_id, damaged);
    await evaluatePrompt('diff', { ...at, onEvent });
  });
}

test('the reason of a reply that is missing because of the budget names the option', async (t) => {
  const two = `${goodEval}  - name: other\n    inputs: { code: "x = 2" }\n    assert:\n      - contains: "<diff>"\n`;
  const { at } = await library(t, { files: { 'prompts/diff/eval.yml': two } });
  const result = await evaluatePrompt('diff', { ...at, budget: { max_calls: 0 } });
  assert.equal(result.outcome, 'unfinished');
  assert.ok(result.reasons.some((reason) => reason.includes('"budget"')));
  assert.ok(String(result).includes('"budget"'));
});

test('a call without a limit has none, whatever the limit of the call that it resumes', async (t) => {
  const { at } = await library(t);
  const cut = await evaluatePrompt('diff', { ...at, budget: { max_calls: 0 } });
  assert.equal(cut.outcome, 'unfinished');
  assert.ok(
    cut.reasons.some((reason) => reason.includes('max_calls in "budget"')),
    cut.reasons.join(),
  );
  const other = await evaluatePrompt('diff', { ...at, budget: { max_calls: 1_000_000 } });
  assert.equal(other.outcome, 'passed');
});

test('the text of an unfinished prompt names the command that shows the run, also without a reply', async (t) => {
  const { root, at } = await library(t);
  const result = await evaluatePrompt('diff', { ...at, budget: { max_calls: 0 } });
  assert.equal(result.outcome, 'unfinished');
  assert.ok(String(result).includes(`eva report ${result.run_id} --root ${root}`), String(result));
});

test('runs are kept in EVA_RUNS, as those of the command line are', async (t) => {
  const { root, at } = await library(t);
  const env = { ...at.env, EVA_RUNS: 'kept' };
  const { results } = await evaluateLibrary({ ...at, cwd: root, env });
  assert.deepEqual(readdirSync(join(root, 'kept')), [results[0]?.run_id]);
  assert.equal(existsSync(join(root, '.eva/runs')), false);
  symlinkSync('kept', join(root, 'link'));
  await assert.rejects(evaluateLibrary({ ...at, cwd: root, env: { ...env, EVA_RUNS: 'link' } }), /EVA_RUNS_FOLDER/);
});

test('a library passes if all its prompts pass, and prompts without eval.yml are skipped', async (t) => {
  const { root, at } = await library(t);
  mkdirSync(join(root, 'prompts', 'draft'));
  const { passed, results } = await evaluateLibrary(at);
  assert.equal(passed, true);
  assert.deepEqual(
    results.map(({ id }) => id),
    ['diff'],
  );
});

const onData = `defaults: { model: claude-haiku-4-5-20251001 }
cases:
  - name: codes
    dataset: { file: data/codes.csv, id: id }
    assert:
      - contains: { field: expected }
    criteria: { proportion_gte: { proportion: 0.5 } }
`;

const codes = Array.from({ length: 30 }, (_, number) => `c${number},x = ${number},<diff>`);
const filesOnData = {
  'prompts/diff/eval.yml': onData,
  'data/codes.csv': `id,code,expected\n${codes.join('\n')}\n`,
};

test('items chooses the first items and item those with an id; both make a partial run', async (t) => {
  const { at, server } = await library(t, { files: filesOnData });
  const some = await evaluatePrompt('diff', { ...at, items: 9 });
  assert.deepEqual([some.partial, some.cases[0]?.dataset?.kept, server.requests.length], [true, 30, 9]);
  const one = await evaluatePrompt('diff', { ...at, item: ['c4', 'c7'] });
  assert.deepEqual([one.partial, one.cases[0]?.sample_size], [true, 2]);
  const whole = await evaluatePrompt('diff', at);
  assert.deepEqual([whole.partial, whole.passed, whole.cases[0]?.dataset?.kept], [false, true, 30]);
});

test('a run of some items is resumed with the same choice only', async (t) => {
  let stop: AbortController | null = null;
  const { at } = await library(t, {
    files: filesOnData,
    answer: () => {
      stop?.abort(new Error('enough'));
      return '<diff>';
    },
  });
  stop = new AbortController();
  await assert.rejects(evaluatePrompt('diff', { ...at, items: 12, signal: stop.signal }), /enough/);
  const resumed = async (choice: { readonly items?: number; readonly item?: string }) => {
    const events: RunEvent[] = [];
    await evaluatePrompt('diff', { ...at, ...choice, onEvent: (event) => events.push(event) });
    return events.some(({ event }) => event === 'run_resumed');
  };
  assert.equal(await resumed({ items: 11 }), false);
  assert.equal(await resumed({}), false);
  assert.equal(await resumed({ item: 'c3' }), false);
  assert.equal(await resumed({ items: 12 }), true);
});

test('unknown options, ids and folders are refused', async (t) => {
  const { root, at } = await library(t);
  const codesOf = async (run: Promise<unknown>) => {
    const error = await run.catch((one: unknown) => one);
    assert.ok(error instanceof EvaError, String(error));
    assert.doesNotMatch(error.message, /--\w/, 'a program has options, not flags');
    return error.problems.map(({ code }) => code);
  };
  assert.deepEqual(await codesOf(evaluatePrompt('dif', at)), ['EVA_UNKNOWN_PROMPT']);
  assert.deepEqual(await codesOf(evaluatePrompt(join(root, 'other', 'diff'), at)), ['EVA_BAD_VALUE']);
  assert.deepEqual(await codesOf(evaluatePrompt('diff', { ...at, root: 'a\0b' })), ['EVA_BAD_VALUE']);
  assert.deepEqual(await codesOf(evaluatePrompt('a\0b', at)), ['EVA_BAD_ID']);
  assert.deepEqual(await codesOf(evaluatePrompt('a\0b/prompts/diff', at)), ['EVA_NO_LIBRARY']);
  const options = { ...at, case: 'a', replay: 'yes' } as never;
  assert.deepEqual(await codesOf(evaluatePrompt('diff', options)), ['EVA_UNKNOWN_KEY', 'EVA_WRONG_TYPE']);
  assert.deepEqual(await codesOf(evaluatePrompt('diff', { ...at, record: true, replay: true })), ['EVA_BAD_VALUE']);
  assert.deepEqual(await codesOf(evaluatePrompt('diff', { ...at, items: 0 })), ['EVA_WRONG_TYPE']);
  assert.deepEqual(await codesOf(evaluatePrompt('diff', { ...at, items: 3, item: 'a' })), ['EVA_BAD_VALUE']);
  assert.deepEqual(await codesOf(evaluatePrompt('diff', { ...at, items: 3 })), ['EVA_NOTHING_TO_RUN']);
  assert.deepEqual(await codesOf(evaluateLibrary({ root: join(root, 'nowhere') })), ['EVA_NO_LIBRARY']);
  assert.deepEqual(await codesOf(evaluatePrompt('diff', { root, env: { CI: '1' } })), ['EVA_NO_KEY']);
  assert.deepEqual(await codesOf(evaluatePrompt('diff', { root, env: {} })), ['EVA_NO_KEY']);
  assert.deepEqual(await codesOf(evaluatePrompt('diff', { cwd: '/', env: {} })), ['EVA_NO_LIBRARY']);
  assert.deepEqual(await codesOf(evaluatePrompt(undefined as never)), ['EVA_WRONG_TYPE']);
});
