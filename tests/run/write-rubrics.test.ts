import assert from 'node:assert/strict';
import test from 'node:test';
import type { Case } from '#model/case.js';
import type { BehaviorSpec, Grader } from '#model/grader.js';
import { EvaError, problem, RefusedRequest } from '#model/problem.js';
import { type ModelCall, type Reply, replyKey } from '#model/reply/exchange.js';
import { NoReply } from '#provider/provider.js';
import { writeRubrics } from '#run/collect/write-rubrics.js';
import { scenarioWith, stepByStep } from '../support/behavior.js';
import { scriptedJudge as scripted } from '../support/scripted-ask.js';

/** Makes a scripted judge. */
function scriptedJudge(...script: Parameters<typeof scripted>) {
  return { ...scripted(...script), abort: () => {} };
}

const judge = { ...stepByStep.judge, scale: { min: 1, max: 3 } };
const at = { file: 'prompts/x/eval.yml', line: 9, column: 5 };

function expecting(...specs: readonly Partial<BehaviorSpec>[]): readonly Case[] {
  const graders = specs.map((part): Grader => {
    return { grader: 'expected_behavior', params: { text: 'kind', judge, rubric: null, ...part } };
  });
  const one = scenarioWith(...graders);
  return [{ ...one, expectations: one.expectations.map((expectation) => ({ ...expectation, at })) }];
}

const call = (low: string, middle: string, high: string): Partial<Reply> => ({
  tool_input: { level_1: low, level_2: middle, level_3: high },
});
const good = call('rude', 'curt', 'kind');
const written = { '1': 'rude', '2': 'curt', '3': 'kind' };

test('a missing rubric is written by the judge of its behaviour, with enough tokens for all levels', async () => {
  const deps = scriptedJudge(() => good);
  const { written: rubrics, replies } = await writeRubrics(expecting({}), deps);
  assert.deepEqual(rubrics, [{ text: 'kind', scale: { min: 1, max: 3 }, levels: written, model: 'judge-1' }]);
  const [asked] = deps.calls;
  assert.deepEqual(
    {
      case: asked?.case,
      role: asked?.role,
      draw: asked?.draw,
      timeout_s: asked?.timeout_s,
      max_tokens: asked?.request.max_tokens,
      tool: asked?.request.tool?.name,
    },
    {
      case: 'Bot resets a password',
      role: 'rubric',
      draw: { trial: 0, turn: 0, vote: 0, attempt: 0 },
      timeout_s: 30,
      max_tokens: 4096,
      tool: 'rubric',
    },
  );
  assert.deepEqual(
    replies.map(({ stored, model }) => [stored.key, stored.role, model]),
    [['reply 1', 'rubric', 'judge-1']],
  );
});

test('a judge with a higher token limit keeps it', async () => {
  const deps = scriptedJudge(() => good);
  await writeRubrics(expecting({ judge: { ...judge, max_tokens: 9000, temperature: 0 } }), deps);
  assert.deepEqual([deps.calls[0]?.request.max_tokens, deps.calls[0]?.request.temperature], [9000, 0]);
});

const refusal = () => new RefusedRequest([problem('EVA_BAD_REQUEST', 'p refuses the request to m: 400 too long')]);

test('one refused request loses no other rubric, and is named with its behaviour', async () => {
  const deps = scriptedJudge((asked) => {
    if (JSON.stringify(asked.request).includes('kind')) throw refusal();
    return good;
  });
  const { written: rubrics, failure } = await writeRubrics(expecting({}, { text: 'brief' }), deps);
  assert.deepEqual(
    rubrics.map(({ text }) => text),
    ['brief'],
  );
  assert.ok(failure?.error instanceof EvaError);
  assert.deepEqual(
    failure.error.problems.map(({ code, at: place }) => [code, place]),
    [['EVA_NO_RUBRIC', at]],
  );
});

test('three refused requests without a reply end all calls with the refusal', async () => {
  let aborted = 0;
  const deps = scriptedJudge(() => {
    throw refusal();
  });
  const abort = () => {
    aborted += 1;
  };
  const { failure } = await writeRubrics(expecting({}, { text: 'b' }, { text: 'c' }), { ...deps, abort });
  assert.ok(failure?.error instanceof RefusedRequest);
  assert.equal(aborted, 1);
});

test('an incomplete rubric is requested once more, and both replies count', async () => {
  const deps = scriptedJudge((asked) => (asked.draw.attempt === 0 ? call('rude', 'rude', 'kind') : good));
  const { written: rubrics, replies } = await writeRubrics(expecting({}), deps);
  assert.deepEqual(
    rubrics.map(({ levels }) => levels),
    [written],
  );
  assert.deepEqual(
    replies.map(({ stored }) => stored.draw.attempt),
    [0, 1],
  );
  assert.notEqual(replyKey(deps.calls[0] ?? assert.fail()), replyKey(deps.calls[1] ?? assert.fail()));
});

const broken: readonly (readonly [string, Partial<Reply>, string])[] = [
  ['incomplete', { tool_input: { level_1: 'rude', level_3: 'kind' } }, 'level 2 is missing'],
  ['with equal neighbours', call('rude', 'Rude ', 'kind'), 'level 2 says the same as level 1'],
  ['too long', call('rude', 'x'.repeat(601), 'kind'), 'level 2 is longer than 600 characters'],
  ['cut', { ...good, stop: 'max_tokens' }, 'its reply was cut at max_tokens: raise judge: { max_tokens }'],
  ['refused', { ...good, stop: 'refusal' }, 'it refused to write a rubric'],
];

async function refusalOf(cases: readonly Case[], answer: (asked: ModelCall) => Partial<Reply>) {
  const deps = scriptedJudge(answer);
  const { written: rubrics, failure } = await writeRubrics(cases, deps);
  assert.ok(failure?.error instanceof EvaError, String(failure?.error));
  return { error: failure.error, calls: deps.calls, written: rubrics.map(({ text }) => text) };
}

for (const [what, reply, why] of broken) {
  test(`two replies with rubrics that are ${what} end the command`, async () => {
    const { error, calls } = await refusalOf(expecting({}), () => reply);
    assert.equal(error.exitCode, 3);
    const facts = error.problems.map(({ code, variant, message, at: place }) => ({
      code,
      variant,
      message,
      at: place,
    }));
    const message = `judge-1 wrote no complete rubric for "kind" in two replies; the last one: ${why}`;
    assert.deepEqual(facts, [{ code: 'EVA_NO_RUBRIC', variant: 'unreadable', message, at }]);
    assert.equal(calls.length, 2);
  });
}

test('a repeated level makes a rubric unreadable', async () => {
  const twice = 'LEVEL 1: rude\nLEVEL 1: worse\nLEVEL 2: curt\nLEVEL 3: kind';
  const { error } = await refusalOf(expecting({}), () => ({ text: twice }));
  assert.match(error.message, /its reply holds 4 levels, not 3$/);
});

test('a copied hostile behaviour adds no level to a rubric', async () => {
  const text = 'LEVEL 1: superb\nLEVEL 2: superb indeed\nLEVEL 3: beyond praise';
  const copied = call('superb', 'superb indeed', 'beyond praise');
  for (const reply of [copied, { text }, { text: `Levels:\n${text}\n${text}` }]) {
    const { error } = await refusalOf(expecting({ text }), () => reply);
    assert.equal(error.problems[0]?.code, 'EVA_NO_RUBRIC');
  }
});

test('all behaviours without a rubric are reported together, and the others have theirs', async () => {
  const { error, written: rubrics } = await refusalOf(expecting({}, { text: 'brief' }, { text: 'fair' }), (asked) =>
    asked.request.messages[0]?.content.includes('brief') ? good : { text: 'No.' },
  );
  assert.deepEqual(
    error.problems.map(({ message }) => /for "(\w+)"/.exec(message)?.[1]),
    ['kind', 'fair'],
  );
  assert.deepEqual(rubrics, ['brief']);
});

test('a missing reply leaves a rubric missing, with the reason', async () => {
  const { error } = await refusalOf(expecting({}), () => {
    throw new NoReply('no recording holds it');
  });
  assert.deepEqual(
    error.problems.map(({ code, message }) => [code, message]),
    [['EVA_NO_RUBRIC', 'there is no rubric for "kind": no recording holds it']],
  );
});

test('an error that ends every call is reported instead of unreadable replies, and earlier replies are kept', async () => {
  const refused = new EvaError([{ severity: 'error', code: 'EVA_KEY_REFUSED', message: 'no' }]);
  const { error, written: rubrics } = await refusalOf(expecting({}, { text: 'brief' }, { text: 'fair' }), (asked) => {
    if (asked.request.messages[0]?.content.includes('brief')) return good;
    if (asked.request.messages[0]?.content.includes('fair')) throw refused;
    return { text: 'No.' };
  });
  assert.equal(error, refused);
  assert.deepEqual(rubrics, ['brief']);
});
