import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { evalsChecks } from '#import/openai-evals/check.js';
import { importOpenAiEvals } from '#import/openai-evals/import-openai-evals.js';
import { parseYaml } from '#load/source/yaml-source.js';

const page = readFileSync('docs/guide/from-openai-evals.md', 'utf8');

/** Returns the blocks of the page with this language. */
function blocks(language: string): readonly string[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, text = '']) =>
    kind === language ? [text] : [],
  );
}

function dataOf(yaml: string | undefined): unknown {
  return parseYaml(yaml ?? '', 'block.yml').value?.value;
}

test('the samples of the guide become the files that it shows', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'eva-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const [samples = '', items] = blocks('json');
  mkdirSync(join(root, 'capitals'));
  const path = join(root, 'capitals/samples.jsonl');
  writeFileSync(path, samples);
  const { prompts, ledger } = importOpenAiEvals({ path, file: 'samples.jsonl' }, { model: 'openai:gpt-5-mini' });
  assert.deepEqual(ledger.all(), []);
  const [prompt] = prompts;
  const [messages, cases] = blocks('yaml');
  assert.equal(`prompts/${prompt?.id}`, /^# (.*)\/messages\.yml$/m.exec(messages ?? '')?.[1]);
  assert.deepEqual(dataOf(String(prompt?.body.content)), dataOf(messages));
  assert.equal(prompt?.files[0]?.content.toString(), items);
  const [one] = prompt?.eval.cases ?? [];
  const checks = one?.expects.assert.map(({ item }) => item);
  assert.deepEqual(
    { defaults: prompt?.eval.defaults, cases: [{ name: one?.name, ...one?.setup, assert: checks }] },
    dataOf(cases),
  );
  for (const line of one?.comments ?? []) assert.ok(cases?.includes(`# ${line}\n`), line);
});

test('the guide names every check of an import', () => {
  for (const check of Object.keys(evalsChecks)) assert.ok(page.includes(`--check ${check}`), check);
});
