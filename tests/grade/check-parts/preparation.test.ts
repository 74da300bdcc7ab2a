import assert from 'node:assert/strict';
import test from 'node:test';
import { Preparation } from '#grade/check-parts/preparation.js';
import { planChecks } from '#grade/check-parts/prepare-checks.js';
import type { JsonValue } from '#model/data/json.js';

const properties = (count: number, title = '') => ({
  title,
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'string', minLength: 1 }]),
  ),
});

/** Only by compiling it can eva tell whether a schema with this keyword compiles. */
const compiled = (count: number, title: string) => ({ ...properties(count, title), dependentRequired: {} });

const check = (value: JsonValue) => ({ op: 'json_schema', value });

test('cases with equal schemas compile it once', () => {
  const cpuOf = (schemas: readonly JsonValue[]) => {
    const before = process.cpuUsage();
    assert.deepEqual(planChecks(schemas.map(check)), []);
    return process.cpuUsage(before).user;
  };
  cpuOf([compiled(30, 'the first loads ajv')]);
  const one = Array.from({ length: 100 }, () => compiled(30, 'one'));
  const hundred = Array.from({ length: 100 }, (_, at) => compiled(30, `number ${at}`));
  assert.ok(cpuOf(one) < cpuOf(hundred) / 5);
});

test('the patterns and schemas of a file share one time limit, and later ones are refused', () => {
  let now = 0;
  const clock = () => {
    now += 30_000; // each look at the clock
    return now;
  };
  const titles = ['a', 'b', 'c', 'd'];
  const schemas = () => titles.map((title) => check(compiled(3, `shared time: ${title}`)));
  const patterns = [{ op: 'matches', value: 'shared time' }];
  const problems = planChecks([...schemas(), ...patterns], new Preparation(60_000, clock));
  assert.deepEqual(
    problems.map(({ code, variant, message }) => [code, variant, message.split(':')[0], / 10 s$/.test(message)]),
    [
      ['EVA_BAD_SCHEMA', 'unchecked', 'json_schema', true],
      ['EVA_BAD_SCHEMA', 'unchecked', 'json_schema', true],
      ['EVA_BAD_REGEX', 'unchecked', 'matches', true],
    ],
  );
  assert.deepEqual(planChecks(schemas()), [], 'a schema that was not checked is checked in the next file');
});

const slowSchema = {
  $defs: { a: properties(50) },
  allOf: Array.from({ length: 1_000 }, () => ({ $ref: '#/$defs/a' })),
};

const slowPattern = '(?:a?|b?){40}(?=x)';

test("a pattern stopped by the file's limit is not called slow, and is checked for the next file", () => {
  const specs = [check(slowSchema), { op: 'matches', value: slowPattern }];
  for (const spec of specs) {
    const [found] = planChecks([spec], new Preparation(20));
    assert.equal(found?.variant, 'unchecked');
  }
  const [found] = planChecks([{ op: 'not_matches', value: slowPattern }]);
  assert.deepEqual([found?.code, found?.variant], ['EVA_BAD_REGEX', 'invalid']);
});

test("a pattern checked for one file is known even if another file's time is up", () => {
  const spec = () => [{ op: 'matches', value: 'known of another file' }];
  assert.deepEqual(planChecks(spec()), []);
  assert.deepEqual(planChecks(spec(), new Preparation(0)), []);
});
