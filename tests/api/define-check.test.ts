import assert from 'node:assert/strict';
import test from 'node:test';
import {
  assertions,
  CheckExpectation,
  type CheckFacts,
  type CheckFunction,
  defineCheck,
  EvaError,
  ScenarioTest,
  SigmaEval,
  type Step,
  scriptedProvider,
  type ToolCall,
} from 'eva-harness';

/** Makes a fake model client, whose users are content with the first answer. */
const people = () =>
  scriptedProvider(({ messages }) =>
    messages.some(({ content }) => content.includes('A-17'))
      ? { message: '', next: 'goal_met' }
      : { message: 'Where is it?', next: 'continue' },
  );

/** Evaluates a scenario with this function as its check. */
function evaluate(check: CheckFunction) {
  return evaluateItems([defineCheck({ name: 'names_the_order', check }), { not_contains: 'refund' }]);
}

type Checks = Parameters<typeof CheckExpectation>[0]['assert'];

async function evaluateItems(items: Checks) {
  const scenario = ScenarioTest({
    title: 'Names the order',
    given: 'You ordered a lamp.',
    when: 'You ask where it is.',
    sample_size: 12,
    then: [
      CheckExpectation({
        assert: items,
        criteria: assertions.checks.proportion_gte({ proportion: 0.5 }),
      }),
    ],
  });
  const sigma = new SigmaEval({ judge_model: 'judge', provider: people(), env: {} });
  return sigma.evaluate(scenario, () => 'Order A-17 is on its way.');
}

test('a function decides on responses, with what is known of the conversation', async () => {
  let seen: CheckFacts | undefined;
  const result = await evaluate(async (response, facts) => {
    seen = facts;
    return { pass: response.includes('A-17') };
  });
  assert.equal(result.passed, true);
  assert.deepEqual(
    [seen?.reply.includes('A-17'), seen?.inputs, seen?.item, seen?.tool_calls, seen?.args],
    [true, {}, null, null, null],
  );
});

let calls = 0;
for (const [what, check] of [
  ['returns false', () => false],
  [
    'throws in one conversation of two',
    (_response: string, { item }: CheckFacts) => {
      calls += 1;
      if (item === null && calls % 2 === 1 && calls > 2) throw new Error('no order');
      return false;
    },
  ],
] as const) {
  test(`a function that ${what} fails the check`, async () => {
    assert.equal((await evaluate(check)).passed, false);
  });
}

for (const [what, check] of [
  [
    'throws',
    () => {
      throw new Error('no order');
    },
  ],
  ['returns nothing', () => undefined as unknown as boolean],
  ['never answers', () => new Promise<boolean>(() => {})],
] as const) {
  test(`a function that ${what} in each conversation rejects the evaluation`, async () => {
    const isBroken = (error: unknown) => error instanceof EvaError && error.problems[0]?.code === 'EVA_BROKEN';
    await assert.rejects(evaluate(check), isBroken);
  });
}

test('a function gets the args of its definition, and cannot change them for the next call', async () => {
  const seen: unknown[] = [];
  const check = defineCheck({
    name: 'names_all',
    args: { words: ['A-17', 'way'] },
    check: (response, { args }) => {
      seen.push(structuredClone(args));
      const words = (args as { words: string[] }).words.splice(0);
      return words.every((word) => response.includes(word));
    },
  });
  const result = await evaluateItems([check]);
  assert.equal(result.passed, true);
  assert.deepEqual(seen[0], { words: ['A-17', 'way'] });
  assert.equal(new Set(seen.map((one) => JSON.stringify(one))).size, 1);
});

test('two answers for the same response reject the evaluation', async () => {
  let calls = 0;
  const refused = (error: unknown) => error instanceof EvaError && error.problems[0]?.code === 'EVA_IMPURE_CHECK';
  await assert.rejects(
    evaluate(() => calls++ % 2 === 0),
    refused,
  );
});

test('a wrong definition has every problem at its property', () => {
  const codesOf = (definition: unknown) => {
    try {
      defineCheck(definition as Parameters<typeof defineCheck>[0]);
    } catch (error) {
      assert.ok(error instanceof EvaError);
      return error.problems.map(({ code, at }) => `${code} ${at?.property}`);
    }
    return [];
  };
  assert.deepEqual(codesOf({ name: 'Names Order', check: () => true }), ['EVA_BAD_VALUE name']);
  assert.deepEqual(codesOf({ name: 1 }), ['EVA_WRONG_TYPE name', 'EVA_MISSING_KEY check']);
  assert.deepEqual(codesOf({ name: 'a', check: () => true, args: () => 1 }), ['EVA_WRONG_TYPE args']);
  assert.deepEqual(codesOf({ name: 'a', check: () => true }), []);
});

test('a module is no check of a program, and a name without its function is none either', () => {
  for (const module of ['checks.mjs#polite', '#polite']) {
    const make = () =>
      CheckExpectation({ assert: [{ module }], criteria: assertions.checks.proportion_gte({ proportion: 0.5 }) });
    assert.throws(make, (error: unknown) => error instanceof EvaError && error.problems[0]?.code === 'EVA_BAD_CHECK');
  }
});

test('two different checks with one name are refused', async () => {
  const named = (check: CheckFunction) => defineCheck({ name: 'same', check });
  const scenario = ScenarioTest({
    title: 'Twice',
    given: 'You ordered a lamp.',
    when: 'You ask where it is.',
    sample_size: 12,
    then: [
      CheckExpectation({
        assert: [named(() => true), named(() => true)],
        criteria: assertions.checks.proportion_gte({ proportion: 0.5 }),
      }),
    ],
  });
  const sigma = new SigmaEval({ judge_model: 'judge', provider: people(), env: {} });
  const refused = (error: unknown) => error instanceof EvaError && error.problems[0]?.code === 'EVA_DUPLICATE_NAME';
  await assert.rejects(
    sigma.evaluate(scenario, () => 'A-17'),
    refused,
  );
});

test('a check inside at_least is known, and gets the calls and steps that an application reports', async () => {
  let seen: CheckFacts | undefined;
  const check = defineCheck({
    name: 'finds_the_order',
    check: (_response, facts) => {
      seen = facts;
      return true;
    },
  });
  const scenario = ScenarioTest({
    title: 'Finds the order',
    given: 'You ordered a lamp.',
    when: 'You ask where it is.',
    max_turns: 1,
    sample_size: 12,
    then: [
      CheckExpectation({
        assert: [{ at_least: { count: 1, of: [{ contains: 'refund' }, check] } }, { called: 'search' }],
        criteria: assertions.checks.proportion_gte({ proportion: 0.5 }),
      }),
    ],
  });
  const sigma = new SigmaEval({ judge_model: 'judge', provider: people(), env: {} });
  const call: ToolCall = { name: 'search', arguments: { order: 'A-17' }, result: ['lamp'] };
  const step: Step = { name: 'plan', duration_s: 0.2 };
  const result = await sigma.evaluate(scenario, () => ({ response: 'A-17', tool_calls: [call], steps: [step] }));
  result.assertPassed();
  assert.deepEqual([seen?.tool_calls, seen?.steps], [[call], [step]]);
  const [turn] = result.conversations[0]?.turns ?? [];
  assert.deepEqual([turn?.tool_calls, turn?.steps], [[call], [step]]);
});

test('a check is called by its name', async () => {
  const check = (response: string) => ({ pass: response.includes('B-2'), reason: 'it must name B-2' });
  const own = defineCheck({ name: 'names_b', check, args: [1] });
  const results = [await evaluateItems([own]), await evaluateItems([own, { not_contains: 'refund' }])];
  assert.deepEqual(
    results.map(({ expectation_results: [first] }) => first?.about),
    ['check: names_b', 'checks: names_b, not_contains'],
  );
  for (const result of results) assert.match(String(result), /names_b +it must name B-2/);
  let calls = 0;
  for (const broken of [() => 'yes' as never, () => calls++ % 2 === 0])
    await assert.rejects(evaluate(broken), (error) => error instanceof EvaError && !error.message.includes('#'));
});
