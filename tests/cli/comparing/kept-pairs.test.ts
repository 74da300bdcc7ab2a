import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Promotion } from '#gate/promote.js';
import { attemptsOf } from '../../support/attempts-of.js';
import { body, compareRows, library } from './quiz-library.js';

const rule = 'compare: { against: main, not_worse_by: 0.2 }\n';
const meta = 'title: Quiz\nstatus: tested\npromotion: { max_failed_runs: 0, tries: corrected }\n';

/** A library of which both versions were evaluated. The new one is wrong on the first `wrong` items. */
async function bothEvaluated(t: TestContext) {
  const said = { wrong: 38 };
  const opened = await library(t, (style, item) => style === 'short' && item < said.wrong, { more: rule });
  const { root, write, eva, calls } = opened;
  const evaluated = async (style: string) => {
    write({ 'prompts/quiz/prompt.md': body(style), 'prompts/quiz/meta.yml': meta });
    const { exitCode, stderr } = await eva('eval', 'quiz');
    assert.equal(exitCode, 0, stderr);
  };
  await evaluated('kind');
  await evaluated('short');
  return {
    ...opened,
    said,
    evaluated,
    /** Compares without a call, and returns outcome, number and level of the row. */
    compared: async (...flags: readonly string[]) => {
      const before = calls();
      await eva('compare', 'quiz', ...flags);
      assert.equal(calls(), before);
      const { outcome, try: number, alpha } = compareRows(root).at(-1) ?? {};
      return [outcome, number, alpha];
    },
    gates: async () => {
      const { stdout } = await eva('promote', 'quiz', '--check', '--json');
      return new Map((JSON.parse(stdout) as Promotion).gates.map((gate) => [gate.gate, gate]));
    },
  };
}

test('each comparison of two new whole runs is an attempt with its level, also without a call', async (t) => {
  const { root, said, evaluated, compared, gates } = await bothEvaluated(t);
  assert.deepEqual(await compared(), ['worse', 1, 0.025]);
  said.wrong = 0;
  await evaluated('short');
  assert.deepEqual(await compared('--replay'), ['not_worse', 2, 0.05 / 6]);
  const found = await gates();
  assert.equal(found.get('compare')?.met, true, found.get('compare')?.message);
  assert.match(found.get('failed_runs')?.message ?? '', /^1 earlier attempt on these very files counts: did not pass/);
  const pairs = attemptsOf(root).flatMap(({ event, kind, pair }) =>
    event === 'end' && pair ? [[kind, new Set(pair).size]] : [],
  );
  assert.deepEqual(pairs, [
    ['compare', 2],
    ['compare', 2],
  ]);
});

test('the same two runs again are no attempt, and new answers of the old version alone are one', async (t) => {
  const { said, evaluated, compared, write } = await bothEvaluated(t);
  for (const _ of [1, 2]) assert.deepEqual(await compared(), ['worse', 1, 0.025]);
  said.wrong = 0;
  await evaluated('kind');
  write({ 'prompts/quiz/prompt.md': body('short') });
  assert.deepEqual(await compared(), ['worse', 2, 0.05 / 6]);
});
