import assert from 'node:assert/strict';
import test from 'node:test';
import { hostileTexts } from '../fixtures/hostile-texts.js';
import { goodEval, goodMeta } from '../support/temp-library.js';
import { assertHarmless, judge, texts, visible, yaml } from './harmless-output.js';
import { openLibrary } from './open-library.js';

/** A case for each text, which is its name, its input, its check and its rubric. */
function casesOf(own: readonly string[]): string {
  const lines = own.map(
    (text) =>
      `  - { name: ${yaml(text)}, inputs: { code: ${yaml(text)} }, assert: [ { equals: ${yaml(`not ${text}`)} } ], rubric: ${yaml(text)} }\n`,
  );
  return `${judge}cases:\n${lines.join('')}`;
}

const hostileCases = casesOf(texts);

/** Answers with the text that it was sent, and judges in the words of one text after the other. */
function parrot() {
  let judged = 0;
  return (body: { messages: { content: string }[]; tools?: unknown }) => {
    const text = /Change ([\s\S]*) and nothing else/.exec(body.messages[0]?.content ?? '')?.[1];
    if (!body.tools) return { text: `before\n${text}` };
    return { tool_input: { reason: `Too ${texts[judged++ % texts.length]} for me.`, score: 1 } };
  };
}

/** Cases that a report shows with their replies at most. */
const mostShown = 20;

const evalFiles = { 'prompts/diff/eval.yml': hostileCases };

test('names, inputs, checks, rubrics, replies and reasons are shown, and none acts', async (t) => {
  for (let from = 0; from < texts.length; from += mostShown) {
    const own = hostileTexts.slice(from, from + mostShown);
    const files = { 'prompts/diff/eval.yml': casesOf(own.map(({ text }) => text)) };
    const { eva } = await openLibrary(t, { files, answer: parrot() });
    const output = await eva('eval', 'diff');
    assert.equal(output.exitCode, 1, output.stderr);
    assertHarmless(output);
    for (const { name, shown } of own) assert.ok(output.stdout.includes(shown.slice(0, 30)), `${name}: ${shown}`);
  }
  const { eva } = await openLibrary(t, { files: evalFiles, answer: parrot() });
  assertHarmless(await eva('eval', 'diff', '--fail-fast'));
});

test('--json says the same without loss: every text comes back as it was', async (t) => {
  const { eva } = await openLibrary(t, { files: evalFiles, answer: parrot() });
  const output = await eva('eval', 'diff', '--json');
  assertHarmless(output);
  const { cases } = JSON.parse(output.stdout);
  assert.deepEqual(
    cases.map((one: { name: string }) => one.name),
    texts,
  );
  for (const [index, one] of cases.entries()) {
    assert.equal(one.trials[0].turns[0].app_response, `before\n${texts[index]}`);
  }
  for (const text of texts) assert.ok(JSON.stringify(cases).includes(JSON.stringify(`Too ${text} for me.`)), text);
});

test('cases without a reply and queries do not act either', async (t) => {
  const queries = `triggering: { should_match: ${yaml(texts)} }\n`;
  const files = { 'prompts/diff/eval.yml': `${hostileCases}${queries}` };
  const faults = () => ({ status: 529, headers: { 'retry-after': '3600' } });
  const missing = await openLibrary(t, { files, faults });
  const decided = await openLibrary(t, { files, answer: () => ({ tool_input: { reason: 'no', decision: 'NO' } }) });
  for (const { eva } of [missing, decided]) {
    const output = await eva('eval', 'diff');
    assertHarmless(output);
  }
});

test('a mistake on a hostile line is shown with that line, and the line does not act', async (t) => {
  for (const text of texts) {
    const written = /[\p{Cs}\n\r]/u.test(text) ? yaml(text) : text;
    const files = {
      'prompts/diff/eval.yml': `${goodEval}unknown: ${written}\n`,
      'prompts/diff/meta.yml': `${goodMeta}titel: '${written}'\n${yaml(text)}: 1\ntriggers: 3 # ${written}\n`,
      'eva.yml': `providers: { ${yaml(text)}: { type: ${yaml(text)} } }\n`,
    };
    const { eva } = await openLibrary(t, { files });
    const output = await eva('eval', 'diff');
    assert.equal(output.exitCode, 2);
    assertHarmless(output);
  }
});

test('models, inputs, paths, schemas and patterns that are refused do not act', async (t) => {
  for (const text of texts) {
    const item = `{ name: ${yaml(text)}, model: ${yaml(text)}, inputs_from: ${yaml(text)}, inputs: { ${yaml(text)}: 1 }, files: { a: ${yaml(text)} }`;
    const asserts = `assert: [ { ${yaml(text)}: 1 }, { matches: ${yaml(`(${text}`)} }, { json_schema: ${yaml(text)} }, { json_schema: { type: ${yaml(text)} } } ]`;
    const { eva } = await openLibrary(t, { files: { 'prompts/diff/eval.yml': `cases:\n  - ${item}, ${asserts} }\n` } });
    const output = await eva('eval', 'diff');
    assert.equal(output.exitCode, 2);
    assertHarmless(output);
  }
});

test('doctor and promote show what files hold, and it does not act', async (t) => {
  const row = (text: string) =>
    yaml({
      ts: text,
      all_passed: true,
      total: 1,
      passed: 0,
      failed_cases: [text],
      id: text,
      run_id: text,
      evidence: { prompt: text },
    });
  const folders = visible.filter((text) => Buffer.byteLength(text) < 200);
  const { eva } = await openLibrary(t, {
    files: {
      ...Object.fromEntries(folders.map((name) => [`prompts/${name}/meta.yml`, goodMeta])),
      'prompts/diff/meta.yml': goodMeta.replace('draft', 'ready').replace(
        'Surgical diff',
        texts
          .map((text) => yaml(text).slice(1, -1))
          .join('')
          .replace(/^/, '"')
          .replace(/$/, '"'),
      ),
      'prompts/diff/aliases': `${visible.join('\n')}\n`,
      '.eval.jsonl': `${texts.map(row).join('\n')}\n${texts.join('\n')}\n`,
    },
  });
  for (const args of [
    ['doctor'],
    ['doctor', '--json'],
    ['doctor', '--strict', 'diff'],
    ['promote', 'diff'],
    ['promote', 'diff', '--json'],
    ['trust'],
  ]) {
    assertHarmless(await eva(...args));
  }
});

test('what was typed is repeated without acting', async (t) => {
  const { eva } = await openLibrary(t);
  for (const text of texts) {
    for (const args of [
      ['eval', text],
      ['eval', 'diff', '--case', text],
      ['promote', text],
      ['doctor', text],
      ['eval', 'diff', '--root', text],
    ]) {
      const output = await eva(...args);
      assert.equal(output.exitCode, 2);
      assertHarmless(output);
    }
  }
});

test('the test itself finds what acts', () => {
  const found = hostileTexts.filter(({ text }) => {
    try {
      assertHarmless({ exitCode: 0, stdout: text.replaceAll('\n', ''), stderr: '' });
      return false;
    } catch {
      return true;
    }
  });
  assert.ok(found.length >= hostileTexts.length - 12, `${found.length} of ${hostileTexts.length}`);
});
