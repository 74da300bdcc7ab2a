import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { loadCases } from '#library/cases/eval-file.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { loadConfig } from '#library/settings/config.js';
import type { Case, ConversationSubject } from '#model/case.js';
import { defaultStyles } from '#model/settings.js';
import { type Files, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

const then = 'then: [{ metric: per_conversation.turn_count, criteria: { median_lt: { threshold: 3 } } }]';

/** Returns an eval.yml with one scenario, to which lines are added. */
const scenario = (...lines: readonly string[]) =>
  `defaults: { model: m }
scenarios:
  - title: Reset
    given: A user forgot it.
    when: The user asks.
    inputs: { code: x }
${[...lines, ...(lines.some((line) => line.startsWith('then')) ? [] : [then])].map((line) => `    ${line}\n`).join('')}`;

function load(t: TestContext, evalText: string, files: Files = {}) {
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalText, ...files });
  const prompt = loadPrompt(root, 'diff').value;
  assert.ok(prompt);
  const { value, problems } = loadCases(root, prompt, loadConfig(root).value);
  assert.ok(value);
  return { ...value, problems: said(problems) };
}

/** Returns the only case of a valid file. */
function only(t: TestContext, evalText: string, files: Files = {}): Case {
  const { cases, problems } = load(t, evalText, files);
  assert.deepEqual(problems, []);
  const [one] = cases;
  assert.ok(one && cases.length === 1);
  return one;
}

function conversation(t: TestContext, evalText: string, files: Files = {}): ConversationSubject {
  const { subject } = only(t, evalText, files);
  assert.ok(subject.kind === 'conversation');
  return subject;
}

/** Returns a value without places. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === 'at' ? undefined : inner)));
}

test('a scenario becomes a case with a conversation, and inputs are inserted into given and when', (t) => {
  const one = only(
    t,
    `defaults: { model: m, user_simulator: { max_turns: 4 } }
scenarios:
  - title: Reset
    given: A user of {{ product }} forgot {{code}}.
    when: The user asks {{code}} times.
    inputs: { code: 2, product: "{{code}}" }
    app: { model: other }
    sample_size: 20
    ${then}
`,
  );
  assert.equal(one.name, 'Reset');
  assert.equal(one.sample_size, 20);
  assert.equal(one.at?.line, 3);
  assert.deepEqual(plain(one.subject), {
    kind: 'conversation',
    given: 'A user of {{code}} forgot 2.',
    when: 'The user asks 2 times.',
    inputs: { code: '2', product: '{{code}}' },
    max_turns: 4,
    app: { app: 'model', settings: { model: 'other', timeout_s: 60, max_tokens: 4096 } },
    user_simulator: { model: 'claude-haiku-4-5-20251001', timeout_s: 60, max_tokens: 1024 },
    writing_style: plain(defaultStyles),
    seed: 0,
  });
});

test('the nearest setting of the simulated user wins: scenario, eval.yml, eva.yml, default', (t) => {
  const files = {
    'eva.yml':
      'defaults: { seed: 5, user_simulator: { model: from-eva, timeout_s: 9, temperature: 0.5, max_turns: 7 } }\n',
  };
  const subject = conversation(
    t,
    scenario('user_simulator: { max_tokens: 99, timeout_s: 3 }').replace(
      'm }',
      'm, user_simulator: { timeout_s: 8 } }',
    ),
    files,
  );
  assert.deepEqual(plain(subject.user_simulator), {
    model: 'from-eva',
    timeout_s: 3,
    max_tokens: 99,
    temperature: 0.5,
  });
  assert.deepEqual([subject.max_turns, subject.seed], [7, 5]);
});

const behavior = (...lines: readonly string[]) => [
  'then:',
  '  - expected_behavior: It is kind.',
  '    criteria: { median_gte: { threshold: 3 } }',
  ...lines.map((line) => `    ${line}`),
];

function behaviorOf({ expectations }: Case) {
  const grader = expectations[0]?.grader;
  assert.ok(grader?.grader === 'expected_behavior');
  return grader.params;
}

test("a behaviour's judge overrides that of the scenario and the defaults, and only the item sets the scale", (t) => {
  const files = {
    'eva.yml': 'defaults: { judge: { model: from-eva, votes: 3, scale: { min: 0, max: 2 }, pass_threshold: 1 } }\n',
  };
  const one = only(
    t,
    scenario('judge: { timeout_s: 7, max_tokens: 70 }', ...behavior('judge: { timeout_s: 6 }')),
    files,
  );
  assert.deepEqual(plain(behaviorOf(one).judge), {
    model: 'from-eva',
    timeout_s: 6,
    max_tokens: 70,
    scale: { min: 1, max: 10 },
    votes: 3,
  });
  const scaled = only(t, scenario(...behavior('judge: { scale: { min: 1, max: 5 } }')));
  assert.deepEqual(behaviorOf(scaled).judge.scale, { min: 1, max: 5 });
});

const frozen = (text: string, scale: string, ...levels: readonly string[]) =>
  `  - behavior: ${text}\n    scale: ${scale}\n    levels: { ${levels.map((level, index) => `${index + 1}: ${level}`).join(', ')} }\n`;

test('a rubric comes from the item, else from rubrics.yml for its text and scale, else it is null', (t) => {
  const files = {
    'prompts/diff/rubrics.yml': `rubrics:\n${frozen('It is kind.', '{ min: 1, max: 3 }', 'rude', 'plain', 'kind')}${frozen('Other', '{ min: 1, max: 2 }', 'a', 'b')}`,
  };
  const scaled = (levels: string) => scenario(...behavior('judge: { scale: { min: 1, max: 3 } }', levels));
  const inFile = load(t, scaled('about: kind'), files);
  assert.deepEqual(inFile.problems, []);
  assert.deepEqual(behaviorOf(inFile.cases[0] as Case).rubric, { 1: 'rude', 2: 'plain', 3: 'kind' });
  assert.deepEqual(
    inFile.rubrics.map(({ behavior: text }) => text),
    ['It is kind.', 'Other'],
  );
  assert.deepEqual(
    inFile.unused_rubrics.map(({ behavior: text }) => text),
    ['Other'],
  );

  const inline = load(t, scaled('rubric: { 1: bad, "2": so, 3: good }'), files);
  assert.deepEqual(inline.problems, []);
  assert.deepEqual(behaviorOf(inline.cases[0] as Case).rubric, { 1: 'bad', 2: 'so', 3: 'good' });
  assert.equal(inline.unused_rubrics.length, 2);

  const fromZero = load(t, scenario(...behavior('judge: { scale: { min: 0, max: 3 } }')), files);
  assert.equal(behaviorOf(fromZero.cases[0] as Case).rubric, null);
  const otherScale = load(t, scenario(...behavior()), files);
  assert.equal(behaviorOf(otherScale.cases[0] as Case).rubric, null);
  assert.equal(otherScale.unused_rubrics.length, 2);
});
