import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import type { DraftPrompt } from '#import/draft.js';
import { importOpenAiEvals } from '#import/openai-evals/import-openai-evals.js';
import { parseYaml } from '#load/source/yaml-source.js';
import type { JsonObject } from '#model/data/json.js';
import { asked, diagnosed, found, imported, itemsOf, said } from './imported.js';

function bodyOf(prompt: DraftPrompt | undefined): unknown {
  return parseYaml(String(prompt?.body.content), 'messages.yml').value?.value;
}

function caseOf(prompt: DraftPrompt | undefined, index = 0) {
  const one = prompt?.eval.cases[index];
  return one && { name: one.name, ...one.setup, look: one.isLook, assert: one.expects.assert.map(({ item }) => item) };
}

test('samples with one system message become a prompt with a question and a data set', async (t) => {
  const result = imported(t, [
    asked('Capital of France?', 'Paris'),
    asked('Capital of Spain?', 'Madrid', { level: 2 }),
  ]);
  assert.deepEqual(found(result), []);
  const [prompt] = result.prompts;
  assert.equal(prompt?.id, 'capitals');
  assert.deepEqual(bodyOf(prompt), [said('system', 'Answer in one word.'), said('user', '{{question}}')]);
  assert.deepEqual(caseOf(prompt), {
    name: 'samples',
    dataset: { file: 'prompts/capitals/data/samples.jsonl', id: 'id', claim: 'file' },
    stop_early: false,
    look: false,
    assert: [{ starts_with: { field: 'ideal' } }],
  });
  assert.deepEqual(itemsOf(prompt), [
    { id: 'line-1', question: 'Capital of France?', ideal: 'Paris' },
    { id: 'line-2', question: 'Capital of Spain?', ideal: 'Madrid', level: 2 },
  ]);
  assert.deepEqual(prompt?.eval.defaults, { model: 'openai:gpt-5-mini' });
  assert.deepEqual([result.tests, result.assertions], [2, { found: 2, carried: 2 }]);
  assert.deepEqual(await diagnosed(t, result), []);
});

test('examples that all samples share are part of the body', async (t) => {
  const examples = [said('user', '1 + 1?'), said('assistant', '2')];
  const samples = ['3 + 4?', '5 + 5?'].map((sum) => ({ input: [...examples, said('user', sum)], ideal: '7' }));
  const result = imported(t, samples);
  assert.deepEqual(bodyOf(result.prompts[0]), [...examples, said('user', '{{question}}')]);
  assert.deepEqual(await diagnosed(t, result), []);
});

test('examples under the role system get the role of their name', (t) => {
  const example = (name: string, content: string) => said('system', content, { name });
  const input = (question: string) => [
    said('system', 'Be brief.'),
    example('example_user', 'Capital of Peru?'),
    example('example_assistant', 'Lima'),
    said('user', question),
  ];
  const result = imported(t, [
    { input: input('Capital of Chad?'), ideal: ['N’Djamena'] },
    { input: input('Capital of Oman?'), ideal: ['Muscat'] },
  ]);
  assert.deepEqual(found(result), [
    'replaced example_user:1',
    'replaced example_assistant:1',
    'replaced example_user',
    'replaced example_assistant',
  ]);
  assert.deepEqual(bodyOf(result.prompts[0]), [
    said('system', 'Be brief.'),
    said('user', 'Capital of Peru?'),
    said('assistant', 'Lima'),
    said('user', '{{question}}'),
  ]);
});

test('a text as input is asked as a message of the user', async (t) => {
  const result = imported(t, [
    { input: 'Capital of France?', ideal: 'Paris' },
    { input: 'Capital of Spain?', ideal: 'Madrid' },
  ]);
  assert.deepEqual(found(result), ['noted input:1', 'noted input']);
  assert.deepEqual(bodyOf(result.prompts[0]), [said('user', '{{input}}')]);
  assert.deepEqual(itemsOf(result.prompts[0])[0], { id: 'line-1', input: 'Capital of France?', ideal: 'Paris' });
  assert.deepEqual(await diagnosed(t, result), []);
});

test('a system message alone, and one behind others, is asked as a message of the user', (t) => {
  const alone = imported(t, [{ input: [said('system', 'Name a river.')], ideal: 'Po' }]);
  assert.deepEqual(bodyOf(alone.prompts[0]), [said('user', '{{question}}')]);
  const late = imported(t, [{ input: [said('user', 'Hello'), said('system', 'Name a river.')], ideal: 'Po' }]);
  assert.deepEqual(bodyOf(late.prompts[0]), [said('user', 'Hello'), said('user', '{{question}}')]);
  assert.deepEqual([...found(alone), ...found(late)], Array(2).fill('replaced role: system:1'));
});

test('messages that differ per sample are inputs with a name for each', async (t) => {
  const sample = (system: string, first: string, last: string) => ({
    input: [said('system', system), said('user', first), said('assistant', 'Yes?'), said('user', last)],
    ideal: 'x',
  });
  const result = imported(t, [sample('A', 'b', 'c'), sample('D', 'e', 'f')]);
  assert.deepEqual(bodyOf(result.prompts[0]), [
    said('system', '{{system}}'),
    said('user', '{{user_1}}'),
    said('assistant', 'Yes?'),
    said('user', '{{user_2}}'),
  ]);
  assert.deepEqual(itemsOf(result.prompts[0])[1], { id: 'line-2', system: 'D', user_1: 'e', user_2: 'f', ideal: 'x' });
  assert.deepEqual(await diagnosed(t, result), []);
});

test('samples with other numbers of messages are cases of one prompt, each with messages of its own', async (t) => {
  const system = said('system', 'Be brief.');
  const result = imported(t, [
    { input: [system, said('user', 'Hello?')], ideal: 'Hi' },
    { input: [system, said('user', 'A'), said('assistant', 'B'), said('user', 'C')], ideal: 'D' },
    { input: [system, said('user', 'Bye?')], ideal: 'Bye' },
    { input: [system, said('user', 'E'), said('assistant', 'B'), said('user', 'F')], ideal: 'G' },
  ]);
  assert.deepEqual(found(result), ['noted input']);
  const [prompt] = result.prompts;
  assert.deepEqual(bodyOf(prompt), [system, said('user', '{{user_1}}')]);
  assert.deepEqual(
    prompt?.eval.cases.map(({ name, setup }) => [name, setup['messages']]),
    [
      ['samples-1', undefined],
      ['samples-2', [said('assistant', 'B'), said('user', { text: '{{user_2}}' })]],
    ],
  );
  assert.deepEqual(itemsOf(prompt, 'data/samples-2.jsonl'), [
    { id: 'line-2', user_1: 'A', user_2: 'C', ideal: 'D' },
    { id: 'line-4', user_1: 'E', user_2: 'F', ideal: 'G' },
  ]);
  assert.deepEqual(await diagnosed(t, result), []);
});

test('samples whose first messages have other roles are prompts of their own', async (t) => {
  const result = imported(t, [asked('Capital of France?', 'Paris'), { input: 'Capital of Spain?', ideal: 'Madrid' }]);
  assert.deepEqual(
    result.prompts.map(({ id }) => id),
    ['capitals', 'capitals-2'],
  );
  assert.deepEqual(await diagnosed(t, result), []);
});

test('a sample alone keeps its system message as the body, and its question as data', async (t) => {
  const result = imported(t, [asked('Capital of France?', 'Paris')]);
  assert.deepEqual(bodyOf(result.prompts[0]), [said('system', 'Answer in one word.'), said('user', '{{question}}')]);
  assert.deepEqual(await diagnosed(t, result), []);
});

test('several right answers of any sample make lists of all', async (t) => {
  const result = imported(t, [asked('Capital of France?', 'Paris'), asked('2 + 2?', ['4', 'Four'])]);
  assert.deepEqual(caseOf(result.prompts[0])?.assert, [{ starts_with_any: { field: 'ideal' } }]);
  assert.deepEqual(
    itemsOf(result.prompts[0]).map(({ ideal }) => ideal),
    [['Paris'], ['4', 'Four']],
  );
  assert.deepEqual(await diagnosed(t, result), []);
});

test('each check has its form for texts and for lists', async (t) => {
  for (const check of ['contains', 'icontains', 'equals'] as const) {
    const one = imported(t, [asked('a', 'Paris'), asked('b', 'Rome')], { check });
    const several = imported(t, [asked('a', ['Paris']), asked('b', 'Rome')], { check });
    assert.deepEqual(caseOf(one.prompts[0])?.assert, [{ [check]: { field: 'ideal' } }]);
    assert.deepEqual(caseOf(several.prompts[0])?.assert, [{ [`${check}_any`]: { field: 'ideal' } }]);
    assert.deepEqual(await diagnosed(t, several), []);
  }
});

test('right answers in JSON are compared as values, several of them as one of several checks', async (t) => {
  const one = imported(t, [asked('a', '{"x": 1,\n "y": [2]}'), asked('b', ['{"x": 3}'])], { check: 'json_value' });
  assert.deepEqual(caseOf(one.prompts[0])?.assert, [{ json_value: { equals: { field: 'ideal' } } }]);
  assert.deepEqual(itemsOf(one.prompts[0])[0]?.['ideal'], { x: 1, y: [2] });
  assert.deepEqual(await diagnosed(t, one), []);
  const several = imported(t, [asked('a', ['1', '2']), asked('b', '3'), asked('c', 'no JSON')], {
    check: 'json_value',
  });
  assert.deepEqual(caseOf(several.prompts[0])?.assert, [
    {
      at_least: {
        count: 1,
        of: [{ json_value: { equals: { field: 'ideal_1' } } }, { json_value: { equals: { field: 'ideal_2' } } }],
      },
    },
  ]);
  assert.deepEqual(itemsOf(several.prompts[0])[1], { id: 'line-2', question: 'b', ideal: '3', ideal_1: 3, ideal_2: 3 });
  assert.deepEqual(found(several), ['left_out ideal:3']);
  assert.deepEqual(await diagnosed(t, several), []);
});

test('a bar becomes a criterion, and without one every answer must be right', async (t) => {
  const samples = Array.from({ length: 120 }, (_, index) => asked(`Question ${index}?`, 'yes'));
  const bar = imported(t, samples, { bar: 0.8 });
  assert.deepEqual(caseOf(bar.prompts[0]), {
    ...caseOf(imported(t, samples).prompts[0]),
    criteria: { proportion_gte: { proportion: 0.8 } },
  });
  assert.deepEqual(await diagnosed(t, bar), []);
  assert.deepEqual(await diagnosed(t, imported(t, samples)), ['EVA_EVERY_ITEM']);
});

test('ids of samples name the items if each has one of its own', (t) => {
  const own = imported(t, [asked('a', 'b', { id: 'q1' }), asked('c', 'd', { id: 7 })]);
  assert.deepEqual(
    itemsOf(own.prompts[0]).map(({ id }) => id),
    ['q1', 7],
  );
  const twice = imported(t, [asked('a', 'b', { id: 'q1' }), asked('c', 'd', { id: 'q1' })]);
  assert.deepEqual(itemsOf(twice.prompts[0])[1], { id_2: 'line-2', question: 'c', id: 'q1', ideal: 'd' });
  assert.deepEqual(twice.prompts[0]?.eval.cases[0]?.setup['dataset'], {
    file: 'prompts/capitals/data/samples.jsonl',
    id: 'id_2',
    claim: 'file',
  });
});

test('other keys of samples are kept, and inputs take other names than theirs', async (t) => {
  const result = imported(t, [asked('a', 'b', { question: 'mine', big: 1 }), asked('c', 'd', { '': null })]);
  assert.deepEqual(itemsOf(result.prompts[0])[0], {
    id: 'line-1',
    question_2: 'a',
    question: 'mine',
    big: 1,
    ideal: 'b',
  });
  assert.deepEqual(await diagnosed(t, result), []);
});

test('numbers that JavaScript cannot hold are kept as they are written', (t) => {
  const result = imported(t, '{"input": "a", "ideal": "b", "n": 12345678901234567890, "m": {"x": 1e999}}\n');
  const content = result.prompts[0]?.files[0]?.content.toString();
  assert.equal(content, '{"id":"line-1","input":"a","ideal":"b","n":12345678901234567890,"m":{"x": 1e999}}\n');
});

test('a sample without a usable right answer is asked and shown in a case of its own', async (t) => {
  const ideals = ['Paris', '', [], ['x', ' '], null, { a: 1 }, ['Rome']];
  const samples = ideals.map((ideal, index) => asked(`Question ${index}?`, ideal));
  const result = imported(t, [...samples, { input: 'no ideal' }].slice(0, 7));
  assert.deepEqual(
    found(result),
    [2, 3, 4, 5, 6].map((line) => `left_out ideal:${line}`),
  );
  const [prompt] = result.prompts;
  assert.deepEqual(
    prompt?.eval.cases.map(({ name, isLook }) => [name, isLook]),
    [
      ['samples', false],
      ['samples-without-ideal', true],
    ],
  );
  assert.deepEqual(itemsOf(prompt, 'data/samples-without-ideal.jsonl')[1], {
    id: 'line-3',
    question: 'Question 2?',
    ideal: [],
  });
  assert.deepEqual(result.assertions, { found: 7, carried: 2 });
  assert.deepEqual(await diagnosed(t, result), []);
});

test('numbers and booleans as right answers are compared as they are written', (t) => {
  const result = imported(t, '{"input": "a", "ideal": 1.10}\n{"input": "b", "ideal": true}\n');
  assert.deepEqual(
    itemsOf(result.prompts[0]).map(({ ideal }) => ideal),
    ['1.10', 'true'],
  );
});

test('a file without a model needs one of the library', (t) => {
  const samples = [asked('a', 'b')];
  const none = imported(t, samples, { model: undefined } as never);
  assert.deepEqual([found(none), none.prompts], [['blocks model'], []]);
  const own = imported(t, samples, { model: undefined, hasDefaultModel: true } as never);
  assert.deepEqual(own.prompts[0]?.eval.defaults, {});
});

test('a registry file and packed files are refused by their names', () => {
  const files = ['match.yaml', 'samples.jsonl.gz', 'samples.csv'];
  const results = files.map((file) => importOpenAiEvals({ path: join('/nowhere', file), file }, { model: 'x' }));
  assert.deepEqual(results.map(found), [['blocks .yaml'], ['blocks .gz'], ['blocks .csv']]);
});

test('forms of the first message become prompts, those of the other messages cases', async (t) => {
  const earlier = [said('assistant', 'Which one?'), said('user', 'Of Chad.')];
  const of = (input: readonly JsonObject[]) => ({ input, ideal: 'x' });
  const asks = [said('user', 'q1')];
  const shown = (result: ReturnType<typeof imported>) => ({
    prompts: result.prompts.map(({ id, eval: { cases } }) => `${id}: ${cases.map(({ name }) => name).join(' ')}`),
    notes: result.ledger.all().map(({ reason }) => reason),
  });
  assert.deepEqual(shown(imported(t, [of(asks), of([...asks, ...earlier])])), {
    prompts: ['capitals: samples-1 samples-2'],
    notes: ['the messages of samples have 2 forms: the samples of each are a case with its own verdict'],
  });
  const system = [said('system', 'Be brief.'), ...asks];
  assert.deepEqual(shown(imported(t, [of(asks), of(system)])), {
    prompts: ['capitals: samples', 'capitals-2: samples'],
    notes: ['the first messages of samples have 2 forms: the samples of each are a prompt'],
  });
  const mixed = imported(t, [of(asks), of(system), of([...system, ...earlier])]);
  assert.deepEqual(shown(mixed), {
    prompts: ['capitals: samples', 'capitals-2: samples-1 samples-2'],
    notes: [
      'the first messages of samples have 2 forms: the samples of each are a prompt, with a case for each form of the other messages',
    ],
  });
  assert.deepEqual(await diagnosed(t, mixed), []);
});
