import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { runEva } from '../../support/run-eva.js';
import { asked, diagnosed, found, imported, itemsOf, said } from './imported.js';

test('broken lines are listed with their places, and nothing is written', (t) => {
  const lines = [
    '{"input": "a", "ideal": "b"}',
    '{"input": ',
    '',
    '[1]',
    '{"input": "a", "input": "b"}',
    'null',
    '{"ideal": "x"}',
  ];
  const result = imported(t, lines.join('\r\n'));
  assert.deepEqual(found(result), [
    'noted input:1',
    'blocks input:7',
    'blocks sample:2',
    'blocks sample:4',
    'blocks sample:5',
    'blocks sample:6',
  ]);
  assert.deepEqual([result.prompts, result.tests, result.assertions.carried], [[], 6, 0]);
});

test('a byte order mark and CRLF are no part of samples', (t) => {
  const result = imported(t, '\ufeff{"input": "a", "ideal": "b"}\r\n\r\n{"input": "c", "ideal": "d"}\r\n');
  assert.deepEqual(itemsOf(result.prompts[0]), [
    { id: 'line-1', input: 'a', ideal: 'b' },
    { id: 'line-3', input: 'c', ideal: 'd' },
  ]);
});

test('bytes that are not UTF-8 block the import', (t) => {
  assert.deepEqual(found(imported(t, Buffer.from([0x7b, 0xff, 0x7d]))), ['blocks sample:1']);
  assert.throws(() => imported(t, Buffer.from([0xff, 0xfe, 0x7b, 0x00])), { name: 'EvaError' });
});

test('a file without samples is refused', (t) => {
  for (const text of ['', '\n \n']) assert.deepEqual(found(imported(t, text)), ['blocks samples']);
});

test('each form of input that eva cannot send blocks its sample', (t) => {
  const inputs = [
    undefined,
    null,
    7,
    [],
    ['a text'],
    [[1, 2]],
    [said('tool', 'x')],
    [{ content: 'no role' }],
    [said('user', null)],
    [said('user', [])],
    [said('user', 7)],
    [said('user', [{ type: 'image_url', image_url: { url: 'https://example.org/cat.png' } }])],
    [said('user', [{ type: 'text', text: 7 }])],
    [said('user', 'x'), said('assistant', '', { tool_calls: [{ id: 'a' }] })],
    [said('user', 'x'), said('assistant', '', { function_call: { name: 'f' } })],
    [said('assistant', 'alone')],
    [said('constructor', 'x')],
    [said('__proto__', 'x')],
  ];
  const result = imported(t, inputs.map((input) => ({ ...(input !== undefined && { input }), ideal: 'x' })) as never);
  const blocked = result.ledger.all().filter(({ effect }) => effect === 'blocks');
  assert.deepEqual(
    blocked.map(({ at }) => at.line),
    inputs.map((_, index) => index + 1),
  );
  assert.deepEqual(result.prompts, []);
});

test('keys of messages that eva does not send are listed once each, with the number of the others', (t) => {
  const input = [said('user', 'x', { name: 'ann', weight: 1, refusal: null })];
  const result = imported(t, [
    { input, ideal: 'a' },
    { input, ideal: 'a' },
    { input, ideal: 'a' },
  ]);
  assert.deepEqual(
    result.ledger.all().map(({ effect, what, reason }) => `${effect} ${what}: ${reason}`),
    [
      'left_out input[].name: eva sends no such key of a message',
      'left_out input[].weight: eva sends no such key of a message',
      'left_out input[].name: eva sends no such key of a message (2 more samples)',
      'left_out input[].weight: eva sends no such key of a message (2 more samples)',
    ],
  );
});

test('findings of many samples are bounded, and none is lost', (t) => {
  const result = imported(
    t,
    Array.from({ length: 1000 }, (_, index) => asked(String(index), index % 2 === 0 ? '' : 'x')),
  );
  const listed = result.ledger.all();
  assert.equal(listed.length, 21);
  assert.match(listed.at(-1)?.reason ?? '', /^480 more samples/);
  assert.deepEqual(result.assertions, { found: 1000, carried: 500 });
});

test('texts of the body that look like placeholders, templates and look-alikes are sent as they are', async (t) => {
  const texts = [
    'Fill in {{name}} and {{ name }} and {{question}}.',
    '{% if a %}{{ a.b }}{{{raw}}}<% x %>${question}{question}',
    '｛｛question｝｝ and {{quеstion}}',
    '{{ideal}} {{id}} {{input}}',
  ];
  for (const text of texts) {
    const sample = (question: string) => ({ input: [said('system', text), said('user', question)], ideal: 'x' });
    assert.deepEqual(await diagnosed(t, imported(t, [sample('a'), sample('b')])), [], text);
  }
});

test('messages of a case that look like placeholders are data', async (t) => {
  const sample = (last: string) => ({
    input: [said('user', 'a'), said('assistant', 'Dear {{user_1}},'), said('user', last)],
    ideal: 'x',
  });
  const result = imported(t, [asked('a', 'b'), sample('c'), sample('d'), { input: 'e', ideal: 'f' }]);
  assert.deepEqual(await diagnosed(t, result), []);
});

test('long instructions and texts that no YAML file may hold are no problem of the body', async (t) => {
  const texts = ['word '.repeat(6000), 'line\n'.repeat(300), 'x'.repeat(200_000), 'bell \u0007 end', 'half \ud83d end'];
  const problemsWith = (text: string) => {
    const sample = (question: string) => ({ input: [said('user', text), said('user', question)], ideal: 'x' });
    return diagnosed(t, imported(t, [sample('a'), sample('b')]));
  };
  for (const text of texts) assert.deepEqual(await problemsWith(text), [], text.slice(0, 10));
  assert.deepEqual(
    await problemsWith(' '),
    ['EVA_DATA_VALUE', 'EVA_DATA_VALUE'],
    'the first message of each item is blank',
  );
});

test('keys with names of built-in objects are data', async (t) => {
  const lines =
    '{"input": "a", "ideal": "b", "__proto__": {"input": 1}, "constructor": 2}\n{"input": "c", "ideal": "d"}\n';
  const result = imported(t, lines);
  assert.equal(
    result.prompts[0]?.files[0]?.content.toString().split('\n')[0],
    '{"id":"line-1","input":"a","ideal":"b","__proto__":{"input":1},"constructor":2}',
  );
  assert.deepEqual(await diagnosed(t, result), []);
});

test('samples with too many forms of messages are refused', (t) => {
  const turns = (count: number) => Array.from({ length: count }, (_, index) => said('user', `turn ${index}`));
  const result = imported(
    t,
    Array.from({ length: 51 }, (_, index) => ({ input: turns(index + 1), ideal: 'x' })),
  );
  assert.deepEqual(found(result), ['blocks input']);
});

test('a sample that would be too large as an item is refused', (t) => {
  const room = 1024 * 1024 - '{"input":"","ideal":"b"}'.length;
  const result = imported(t, `{"input":"${'x'.repeat(room)}","ideal":"b"}\n{"input":"c","ideal":"d"}\n`);
  assert.deepEqual([found(result), result.prompts], [['noted input:1', 'noted input', 'blocks sample:1'], []]);
});

test('names of files become ids that prompts may have', async () => {
  const { promptIdOf } = await import('#import/openai-evals/names.js');
  const names = [
    '/x/coqa/match.jsonl',
    '/x/Anthropic Claude/samples.jsonl',
    '/x/born-first.jsonl',
    '/日本/samples.jsonl',
    `/x/${'a'.repeat(90)}.jsonl`,
  ];
  assert.deepEqual(names.map(promptIdOf), ['coqa', 'samples', 'born-first', 'samples', 'a'.repeat(64)]);
});

test('a link out of the folder of the samples is refused, and nothing of its target is shown', async (t) => {
  const [dir, elsewhere] = [mkdtempSync(join(tmpdir(), 'eva-')), mkdtempSync(join(tmpdir(), 'eva-'))];
  t.after(() => {
    for (const made of [dir, elsewhere]) rmSync(made, { recursive: true, force: true });
  });
  writeFileSync(join(elsewhere, 'passwd'), 'root:x:0:0:root\n');
  symlinkSync(join(elsewhere, 'passwd'), join(dir, 'samples.jsonl'));
  const { exitCode, stdout, stderr } = await runEva(['import', 'openai-evals', 'samples.jsonl'], { cwd: dir });
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_OUTSIDE/);
  assert.ok(!`${stdout}${stderr}`.includes('root:'));
});
