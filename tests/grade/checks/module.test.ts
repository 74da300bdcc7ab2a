import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import test from 'node:test';
import type { CheckContext } from '#grade/check-parts/check.js';
import { runChecks } from '#grade/check-parts/run-checks.js';
import { extractByModule } from '#grade/checks/code.js';
import { Pieces } from '#grade/extract.js';
import type { JsonValue } from '#model/data/json.js';
import { EvaError, problem } from '#model/problem.js';
import { redactor } from '#model/text/redact.js';
import { ModuleRunner } from '#provider/process/module-runner.js';
import { context as defaults } from '../check-context.js';

/** Writes checks.mjs with this code, and returns the context in which its functions run. */
function contextWith(t: TestContext, code: string, changes: Partial<CheckContext> = {}): CheckContext {
  const promptDir = mkdtempSync(join(tmpdir(), 'eva-module-check-'));
  writeFileSync(join(promptDir, 'checks.mjs'), code);
  const modules = new ModuleRunner({ cwd: promptDir, env: {} });
  t.after(async () => {
    await modules.close();
    rmSync(promptDir, { recursive: true });
  });
  return { ...defaults, promptDir, modules, ...changes };
}

async function check(context: CheckContext, value: JsonValue = 'checks.mjs#f', response = 'answer') {
  const [finding] = await runChecks([{ op: 'module', value }], response, context);
  return [finding?.holds, finding?.reason];
}

for (const [code, holds, reason] of [
  ['export const f = (text) => text === "answer"', true, 'the function returned true'],
  ['export const f = async () => false', false, 'the function returned false'],
  ['export const f = () => ({ pass: true })', true, 'the function returned pass: true'],
  ['export const f = () => ({ pass: false, reason: "too rude" })', false, 'too rude'],
  ['export const f = () => 1', false, 'the function returned 1: write true, false or { pass, reason }'],
  ['export const f = () => {}', false, 'the function returned undefined: write true, false or { pass, reason }'],
  [
    'export const f = () => ({ pass: 1 })',
    false,
    'the function returned {"pass":1}: write true, false or { pass, reason }',
  ],
  [
    'export const f = () => ({ pass: true, score: 1 })',
    false,
    'the function returned {"pass":true,"score":1}: write true, false or { pass, reason }',
  ],
  ['export const f = () => { throw new TypeError("no x") }', false, 'the function threw: no x (checks.mjs:1)'],
  ['export const f = () => process.exit(3)', false, 'the function ended its process (exit code 3)'],
  ['export const g = 1', false, 'the module cannot be used: it does not export a function named f'],
] as const) {
  test(`${code} gives ${holds}`, async (t) => {
    assert.deepEqual(await check(contextWith(t, code)), [holds, reason]);
  });
}

test('a function that takes longer than 2 s fails the check', async (t) => {
  const context = contextWith(t, 'export const f = () => { for (;;); }');
  assert.deepEqual(await check(context), [false, 'the function was stopped after 2 s']);
});

test('a function gets what is known of the trial, and the data of the check', async (t) => {
  const turn = defaults.trial.turns[0];
  assert.ok(turn);
  const tool_calls = [{ name: 'search', arguments: { q: 'x' } }];
  const details = { input_tokens: 3, output_tokens: 4 };
  const context = contextWith(
    t,
    'export const f = (response, facts) => ({ pass: true, reason: JSON.stringify([response, facts]) })',
    {
      item: () => '{"id":7}',
      trial: { ...defaults.trial, turns: [{ ...turn, tool_calls, details }] },
    },
  );
  const [, reason] = await check(context, { use: 'checks.mjs#f', args: { words: 2 } }, 'piece');
  assert.deepEqual(JSON.parse(String(reason)), [
    'piece',
    {
      reply: 'answer',
      inputs: {},
      item: { id: 7 },
      tool_calls,
      steps: null,
      latency_s: 1,
      usage: { input_tokens: 3, output_tokens: 4 },
      args: { words: 2 },
    },
  ]);
});

for (const [what, code] of [
  ['counts its calls', 'let n = 0; export const f = () => n++ === 0;'],
  ['gives other reasons', 'let n = 0; export const f = () => ({ pass: true, reason: `call ${n++}` });'],
  ['throws the second time', 'let n = 0; export const f = () => { if (n++) throw new Error("again"); return true; };'],
] as const) {
  test(`a function that ${what} ends the run`, async (t) => {
    const refused = (error: unknown) => error instanceof EvaError && error.problems[0]?.code === 'EVA_IMPURE_CHECK';
    await assert.rejects(check(contextWith(t, code)), refused);
  });
}

for (const [what, code, replies] of [
  ['changes its mind at the third call', 'let n = 0; export const f = () => ++n !== 3;', ['a', 'b']],
  [
    'remembers what a reply says',
    'let ok = false; export const f = (text) => (ok ||= text === "c");',
    ['a', 'b', 'c', 'd'],
  ],
] as const) {
  test(`a function that ${what} ends the run`, async (t) => {
    const context = contextWith(t, code);
    const refused = (error: unknown) => error instanceof EvaError && error.problems[0]?.code === 'EVA_IMPURE_CHECK';
    for (const reply of replies.slice(0, -1)) await check(context, 'checks.mjs#f', reply);
    await assert.rejects(check(context, 'checks.mjs#f', replies.at(-1)), refused);
  });
}

test('a function is checked twice for each of its data', async (t) => {
  const code = 'let n = 0; export const f = (text, { args }) => args === null || n++ === 0;';
  const context = contextWith(t, code);
  assert.equal((await check(context))[0], true);
  await assert.rejects(check(context, { use: 'checks.mjs#f', args: 1 }), EvaError);
});

test('a module is compared with that of the plan before each call', async (t) => {
  const asked: (readonly string[])[] = [];
  const requireUnchanged: CheckContext['requireUnchanged'] = (argv) => {
    asked.push(argv);
    if (asked.length > 2) throw new EvaError([problem('EVA_RUN_CHANGED:file', 'checks.mjs changed')]);
  };
  const context = contextWith(t, 'export const f = () => true;', { requireUnchanged });
  assert.equal((await check(context))[0], true);
  await assert.rejects(check(context), EvaError);
  assert.deepEqual(new Set(asked.flat()), new Set(['checks.mjs']));
});

test('the first reply is checked twice, and so are the 2nd and the 4th', async (t) => {
  let calls = 0;
  const context = contextWith(t, 'export const f = () => true', { requireUnchanged: () => void calls++ });
  const after: number[] = [];
  for (const reply of ['a', 'b', 'c', 'd', 'e']) {
    await check(context, 'checks.mjs#f', reply);
    after.push(calls);
  }
  assert.deepEqual(after, [2, 4, 5, 7, 8]);
});

test('a function takes a piece out of a response', async (t) => {
  const context = contextWith(
    t,
    `export const last = (text) => text.split(' ').at(-1);
     export const none = () => null;
     export const odd = () => 1;`,
  );
  const extract = (name: string) => extractByModule(`checks.mjs#${name}`, 'a b', context);
  assert.deepEqual(await extract('last'), { text: 'b' });
  assert.deepEqual(await extract('none'), { text: null });
  assert.deepEqual(await extract('odd'), { failed: 'the function returned 1, and a text or null was expected' });
});

test('a piece that a function takes has a place if the reply has it once', async (t) => {
  const context = contextWith(t, "export const first = (text) => text.split(' ')[0];");
  const pieces = (reply: string) => new Pieces(reply, { module: 'checks.mjs#first' }, context);
  assert.deepEqual(await pieces('a b').of(), { text: 'a', start: 0 });
  assert.deepEqual(await pieces('a b a').of(), { text: 'a' });
});

for (const [what, code] of [
  ['a reason', 'export const f = () => ({ pass: false, reason: "x".repeat(290) + "abcd-" + "123456" })'],
  ['an error', 'export const f = () => { throw new Error("x".repeat(290) + "abcd-" + "123456"); }'],
  ['another result', 'export const f = () => "x".repeat(110) + "abcd-" + "123456"'],
] as const) {
  test(`a key in ${what} is masked before the text is shortened, which could cut it`, async (t) => {
    const [, reason] = await check(contextWith(t, code, { redact: redactor(['abcd-123456']) }));
    assert.match(String(reason), /\[redact/);
    assert.doesNotMatch(String(reason), /abc/);
  });
}

test('a key in a long error is masked before the process of the module shortens it', async (t) => {
  const key = Array.from({ length: 300 }, (_, at) => String.fromCharCode(65 + (at % 57))).join('');
  const code = `export const f = () => { throw new Error('.'.repeat(190) + ${JSON.stringify(key)}.repeat(7)); }`;
  const [, reason] = await check(contextWith(t, code, { redact: redactor([key]) }));
  assert.match(String(reason), /^the function threw: \.+(\[redacted\])+ \(checks\.mjs:\d+\)$/);
});

test('a result with thousands of levels fails the check or the extract, and not the run', async (t) => {
  const context = contextWith(t, 'export const f = (text) => JSON.parse(text);');
  const nested = '['.repeat(3500) + ']'.repeat(3500);
  const reason = 'the function returned JSON with too many levels: write true, false or { pass, reason }';
  assert.deepEqual(await extractByModule('checks.mjs#f', nested, context), { failed: reason });
  assert.deepEqual(await check(context, 'checks.mjs#f', nested), [false, reason]);
});
