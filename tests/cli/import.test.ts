import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { matchesGolden } from '../support/golden.js';
import { runEva } from '../support/run-eva.js';

/** Makes a folder with files, and runs `eva import promptfoo` in it. */
function folderWith(t: TestContext, files: Readonly<Record<string, string>>) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'eva-import-')));
  t.after(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const eva = (...args: string[]) => runEva(['import', 'promptfoo', ...args], { cwd, env: {} });
  const json = async (...args: string[]) => {
    const result = await eva(...args, '--json');
    return { ...result, value: JSON.parse(result.stdout) };
  };
  return {
    cwd,
    eva,
    json,
    files: () => (existsSync(join(cwd, 'prompts')) ? readdirSync(join(cwd, 'prompts')).sort() : []),
  };
}

const whole = `description: Greets guests
prompts: ['Greet {{name}}.']
providers: [anthropic:messages:claude-opus-4-7]
tests:
  - vars: { name: Ida }
    assert: [{ type: contains, value: Ida }]
`;

const part = `prompts: [file://greet.txt]
providers: ['exec:./greet.sh', 'groq:llama-3.3-70b-versatile']
evaluateOptions: { repeat: 3, maxConcurrency: 2 }
tests:
  - description: by name
    vars: { name: Ida }
    assert:
      - { type: contains, value: Ida }
      - { type: rouge-n, value: Hello Ida }
      - { type: javascript, value: output.length < 200 }
`;

const none = `prompts: [file://prompts.py]
providers: ['http://example.com/api']
tests: file://tests.js
`;

test('what an import prints equals the golden file', async (t) => {
  const { eva, cwd } = folderWith(t, {
    'a/promptfooconfig.yaml': whole,
    'b/promptfooconfig.yaml': part,
    'b/greet.txt': 'Say hello to {{name}}.',
    'c/promptfooconfig.yaml': none,
    'c/prompts.py': 'raise SystemExit(1)\n',
  });
  const runs = [
    ['a/promptfooconfig.yaml', '--dry-run'],
    ['a'],
    ['a'],
    ['.', '--into', 'all'],
    ['c', '--model', 'claude-opus-4-7'],
    ['d'],
  ];
  const texts: string[] = [];
  for (const args of runs) {
    const { stdout, stderr, exitCode } = await eva(...args);
    texts.push(
      `$ eva import promptfoo ${args.join(' ')}\n${stdout}${stderr}exit ${exitCode}\n`.replaceAll(cwd, '/work'),
    );
  }
  matchesGolden('import/command', texts.join('\n'));
});

test('the exit code says whether all of it, most of it or nothing was imported', async (t) => {
  const configs = {
    'a/promptfooconfig.yaml': whole,
    'b/promptfooconfig.yaml': part,
    'b/greet.txt': 'x {{name}}',
    'c/promptfooconfig.yaml': none,
  };
  const { json, files } = folderWith(t, configs);
  const found = [];
  for (const dir of ['a', 'b', 'c']) {
    const { exitCode, value } = await json(dir);
    const [one] = value.configs;
    found.push([exitCode, one.outcome, one.prompts, one.tests, one.assertions]);
  }
  assert.deepEqual(found, [
    [0, 'full', ['greets-guests'], { found: 1, carried: 1 }, { found: 1, carried: 1 }],
    [1, 'mostly', ['greet'], { found: 1, carried: 1 }, { found: 3, carried: 2 }],
    [2, 'not', [], { found: 0, carried: 0 }, { found: 0, carried: 0 }],
  ]);
  assert.deepEqual(files(), ['greet', 'greets-guests']);
});

test('--dry-run writes nothing', async (t) => {
  const { eva, cwd } = folderWith(t, { 'promptfooconfig.yaml': whole });
  assert.equal((await eva('promptfooconfig.yaml', '--dry-run')).exitCode, 0);
  assert.deepEqual(readdirSync(cwd), ['promptfooconfig.yaml']);
});

test('a prompt that exists is not changed, and nothing is written beside it', async (t) => {
  const { eva, cwd, files } = folderWith(t, {
    'a/promptfooconfig.yaml': whole,
    'b/promptfooconfig.yaml': part,
    'b/greet.txt': 'x {{name}}',
  });
  assert.equal((await eva('a')).exitCode, 0);
  const before = readFileSync(join(cwd, 'prompts/greets-guests/eval.yml'));
  const again = await eva('.');
  assert.equal(again.exitCode, 2);
  assert.match(again.stderr, /EVA_EXISTS/);
  assert.deepEqual(files(), ['greets-guests']);
  assert.deepEqual(readFileSync(join(cwd, 'prompts/greets-guests/eval.yml')), before);
});

test('an eva.yml that lacks a provider is not changed; one that has it is enough', async (t) => {
  const config = `prompts: ['Greet {{name}}.']\nproviders: [groq:llama-3.3-70b-versatile]\ntests: [{ vars: { name: Ida }, assert: [{ type: contains, value: Ida }] }]\n`;
  const { eva, cwd, files } = folderWith(t, { 'promptfooconfig.yaml': config, 'eva.yml': 'concurrency: 3\n' });
  const refused = await eva('promptfooconfig.yaml');
  assert.equal(refused.exitCode, 2);
  assert.deepEqual([files(), readFileSync(join(cwd, 'eva.yml'), 'utf8')], [[], 'concurrency: 3\n']);
  const entry = /\n\n( {2}groq:\n[\s\S]*)$/.exec(refused.stderr)?.[1] ?? '';
  writeFileSync(join(cwd, 'eva.yml'), `concurrency: 3\nproviders:\n${entry}`);
  const second = await eva('promptfooconfig.yaml');
  assert.equal(second.exitCode, 0, second.stderr);
  assert.equal(files().length, 1);
});

test('an import goes into the library above the working directory, or into the one of --into', async (t) => {
  const { cwd } = folderWith(t, { 'lib/prompts/.keep': '', 'lib/evals/promptfooconfig.yaml': whole });
  const run = (args: readonly string[]) =>
    runEva(['import', 'promptfoo', 'promptfooconfig.yaml', ...args], { cwd: join(cwd, 'lib/evals'), env: {} });
  assert.equal((await run([])).exitCode, 0);
  assert.ok(existsSync(join(cwd, 'lib/prompts/greets-guests/eval.yml')));
  assert.equal((await run(['--into', '../../other'])).exitCode, 0);
  assert.ok(existsSync(join(cwd, 'other/prompts/greets-guests/eval.yml')));
});

test('a model that no provider has is a mistake in the command line', async (t) => {
  const { eva } = folderWith(t, { 'promptfooconfig.yaml': whole });
  const { exitCode, stderr } = await eva('promptfooconfig.yaml', '--model', 'nobody:x');
  assert.equal(exitCode, 2);
  assert.match(stderr, /EVA_BAD_MODEL/);
});

/** Returns the lines below `next:`. */
function nextOf(stdout: string): readonly string[] {
  const lines = stdout.trimEnd().split('\n');
  return lines.slice(lines.indexOf(' next:') + 1).map((line) => line.trim());
}

test('what to do next names every prompt that was imported, and the library if they are many', async (t) => {
  const config = (count: number) =>
    `prompts: [${Array.from({ length: count }, (_, at) => `{ label: p${at + 1}, raw: 'Greet {{name}} ${at + 1} times.' }`)}]\n` +
    'providers: [anthropic:messages:claude-opus-4-7]\ntests: [{ vars: { name: Ida }, assert: [{ type: contains, value: Ida }] }]\n';
  const { eva } = folderWith(t, { '2.yaml': config(2), '4.yaml': config(4), '9.yaml': config(9) });
  assert.deepEqual(nextOf((await eva('2.yaml', '--into', 'a')).stdout), [
    'cd a',
    'eva plan p1',
    'eva plan p2',
    'eva eval p1 p2',
  ]);
  assert.deepEqual(nextOf((await eva('4.yaml', '--into', 'b')).stdout), ['cd b', 'eva eval p1 p2 p3 p4']);
  assert.deepEqual(nextOf((await eva('9.yaml', '--into', 'c')).stdout), [
    'cd c',
    'eva eval      every prompt of the library; asks first',
  ]);
});

test('eva.yml and trust are named only if the imported prompts need them', async (t) => {
  const local = 'providers: { local: { type: openai, base_url: "http://localhost:1/v1" } }\n';
  const { eva } = folderWith(t, { 'promptfooconfig.yaml': whole, 'a/eva.yml': local, 'b/eva.yml': local });
  const own = await eva('promptfooconfig.yaml', '--into', 'a');
  assert.deepEqual(nextOf(own.stdout), ['cd a', 'eva plan greets-guests', 'eva eval greets-guests']);
  assert.doesNotMatch(own.stdout, /eva\.yml/);
  const exec = whole.replace('anthropic:messages:claude-opus-4-7', "'exec:./greet.sh'");
  const { eva: again } = folderWith(t, { 'promptfooconfig.yaml': exec, 'b/eva.yml': local });
  const { stdout } = await again('promptfooconfig.yaml', '--into', 'b', '--model', 'local:llama');
  assert.equal(nextOf(stdout)[1], 'eva trust');
});

test('defaults of eva.yml that apply to imported prompts are noted', async (t) => {
  const defaults = `defaults: { model: claude-opus-4-7, temperature: 0.7, timeout_s: 9, judge: { model: claude-opus-4-7, pass_threshold: 5 } }\n`;
  const config = (more: string) => whole.replace('tests:', `${more}\ntests:`);
  const noted = async (text: string) => {
    const { json } = folderWith(t, { 'promptfooconfig.yaml': text, 'eva.yml': defaults });
    const { value } = await json('promptfooconfig.yaml');
    return value.configs[0].notes.filter(({ what }: { readonly what: string }) => what === 'defaults');
  };
  const note = (keys: string) => ({
    kind: 'setting',
    what: 'defaults',
    at: { file: 'promptfooconfig.yaml' },
    reason: `those of eva.yml apply here too: ${keys}`,
    todo: 'set other values in eval.yml',
  });
  assert.deepEqual(await noted(whole), [note('temperature, timeout_s')]);
  assert.deepEqual(await noted(config('evaluateOptions: { timeoutMs: 5000 }')), [note('temperature')]);
  const cool = config('evaluateOptions: { timeoutMs: 5000 }').replace(
    '[anthropic:messages:claude-opus-4-7]',
    '[{ id: "anthropic:messages:claude-haiku-4-5-20251001", config: { temperature: 0 } }]',
  );
  assert.deepEqual(await noted(cool), []);
  const judged = cool.replace('type: contains', 'type: llm-rubric');
  assert.deepEqual(await noted(judged), [note('judge.pass_threshold')]);
});

test('a pattern that matches what the import writes is noted, and a second import passes over eva prompts', async (t) => {
  const config = whole.replace("['Greet {{name}}.']", "['prompts/**/*.txt']");
  const { json, cwd } = folderWith(t, { 'promptfooconfig.yaml': config, 'prompts/greet.txt': 'Greet {{name}}.' });
  const notes = async (...args: string[]) => {
    const [one] = (await json('promptfooconfig.yaml', ...args)).value.configs;
    return [
      one.prompts,
      one.notes.map(({ what, reason, todo }: Record<string, string>) => `${what}: ${reason}; ${todo}`),
    ];
  };
  const elsewhere = await notes('--into', 'other');
  assert.deepEqual(elsewhere, [['greet'], []]);
  assert.deepEqual(await notes(), [
    ['greet'],
    [
      'prompts/**/*.txt: promptfoo will read prompts/greet/prompt.txt too, as this pattern matches what eva writes; use --into DIR',
    ],
  ]);
  assert.ok(existsSync(join(cwd, 'prompts/greet/prompt.txt')));
  assert.deepEqual(await notes('--into', 'third'), [
    ['greet'],
    [
      'prompts/greet: it is the folder of an eva prompt, so the import takes no prompts from it; promptfoo does; move it, or use a narrower pattern',
    ],
  ]);
});

test('places of other files have the folder of their configuration in front, also in errors', async (t) => {
  const config = 'prompts: [file://chat.json]\nproviders: [anthropic:messages:claude-opus-4-7]\n';
  const test = '{ vars: { name: Ida }, assert: [{ type: contains, value: Ida }, { type: rouge-n, value: Hello }] }';
  const { eva } = folderWith(t, {
    'a/promptfooconfig.yaml': `prompts: ['Greet {{name}}.']\nproviders: [anthropic:messages:claude-opus-4-7]\ntests: [file://tests.yaml]\n`,
    'a/tests.yaml': `- ${test}\n`,
    'b/promptfooconfig.yaml': `${config}tests: [${test}]\n`,
    'b/chat.json': '[{ "role": "tool", "content": "x" }]\n',
    'c/promptfooconfig.yaml': `${whole}prompts: [x]\n`,
  });
  const { stdout } = await eva('.', '--dry-run');
  assert.match(stdout, /left out {2}a\/tests\.yaml:1 {2}rouge-n/);
  assert.match(stdout, /^b\/chat\.json:1/m);
  assert.match(stdout, /^c\/promptfooconfig\.yaml:7:1/m);
});

test('copied code is listed in IMPORT.md, also if everything is carried over', async (t) => {
  const coded = whole.replace('type: contains, value: Ida', "type: javascript, value: 'output.length < 9'");
  const { eva, cwd } = folderWith(t, { 'promptfooconfig.yaml': coded });
  const { stdout } = await eva('promptfooconfig.yaml');
  assert.match(stdout, /all of it[\s\S]*what became of each part is in prompts\/greets-guests\/IMPORT\.md/);
  assert.equal(
    readFileSync(join(cwd, 'prompts/greets-guests/IMPORT.md'), 'utf8'),
    `# Imported from \`promptfooconfig.yaml\`

Everything is carried over: 1 of 1 test and 1 of 1 assertion.

Prompts: \`greets-guests\`. No code was executed. You may delete this file.

## Code

This code was copied and not executed. Read it, and let it run with \`eva trust\`.

| where | copied to |
| --- | --- |
| \`promptfooconfig.yaml:6\` | \`prompts/greets-guests/checks.mjs\` |
`,
  );
});

test('misspelt keys are named with the keys that are meant, also if the import is blocked', async (t) => {
  const slips = whole.replace(/^(prompt|provider|test)s:/gm, '$1:').replace('assert:', 'assertion:');
  const { eva, json } = folderWith(t, {
    'promptfooconfig.yaml': slips,
    'b.yaml': whole.replace('assert:', 'assertion:'),
  });
  const { stdout } = await eva('promptfooconfig.yaml');
  assert.match(stdout, /names no provider/);
  assert.match(
    stdout,
    / {3}note {6}:2 {2}prompt: promptfoo ignores this key: did you mean "prompts"\?\n {3}note {6}:3 {2}provider: .*"providers"\?\n {3}note {6}:4 {2}test: .*"tests"\?\n/,
  );
  const { value } = await json('b.yaml');
  assert.deepEqual(
    value.configs[0].notes.map(({ what, meant }: Record<string, string>) => `${what} → ${meant}`),
    ['tests.assertion → assert'],
  );
});

/** What other tools keep in folders of `prompts/`. */
const foreign: readonly (readonly [file: string, text: string])[] = [
  ['system.txt', 'You are kind.'],
  ['meta.yml', 'author: Ida'],
  ['messages.yml', 'greeting: Hello'],
  ['eval.yml', 'prompts: [hello]'],
];

test('a prompts folder of somebody else stays as it is, and the library is written into eva/', async (t) => {
  for (const [file, text] of foreign) {
    const { eva, files, cwd } = folderWith(t, {
      'promptfooconfig.yaml': whole,
      'prompts/support/prompt.md': 'Hello.',
      [`prompts/sales/${file}`]: text,
    });
    assert.equal((await eva('promptfooconfig.yaml')).exitCode, 0);
    assert.deepEqual(files(), ['sales', 'support']);
    assert.deepEqual(readdirSync(join(cwd, 'eva/prompts')), ['greets-guests'], file);
    const { exitCode, stdout } = await runEva(['doctor'], { cwd: join(cwd, 'eva'), env: {} });
    assert.equal(exitCode, 0, stdout);
  }
});

test('without an argument the configuration of the working directory is imported', async (t) => {
  const { eva, files } = folderWith(t, { 'promptfooconfig.yml': whole, 'promptfooconfig.json': '{}' });
  assert.equal((await eva()).exitCode, 0);
  assert.deepEqual(files(), ['greets-guests']);
  const missing = await folderWith(t, {}).eva();
  assert.equal(missing.exitCode, 2);
  assert.match(missing.stderr, /there is no "promptfooconfig\.yaml"/);
});

test('a file that is no configuration, or not valid, is answered in its own words', async (t) => {
  const rows: readonly (readonly [file: string, text: string, words: RegExp])[] = [
    ['a.yaml', '', /the file is empty/],
    ['a.yaml', 'version: 3\n', /it has none of the keys prompts, providers/],
    ['a.json', '{"prompts": ["a"]\n "providers": ["echo"]}', /a\.json:2:2 {2}JSON: it is not valid JSON/],
    ['a.json', '{"prompts": ["a"', /it is not valid JSON/],
    ['a.yaml', 'prompts: [hi {{x}}]\nproviders: [echo]\n', /a\.yaml:1:14 {2}YAML: a text with \{\{…\}\} needs quotes/],
    ['a.yaml', 'prompts:\n  - {{x}} is what?\nproviders: [echo]\n', /a text with \{\{…\}\} needs quotes/],
    ['promptfooconfig.js', 'module.exports = {}', /node -p 'JSON\.stringify\(/],
    ['promptfooconfig.ts', 'export default {}', /npx tsx -p 'JSON\.stringify\(/],
  ];
  for (const [file, text, words] of rows) {
    const { exitCode, stdout } = await folderWith(t, { [file]: text }).eva(file);
    assert.equal(exitCode, 2);
    assert.match(
      stdout.replaceAll(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)),
      words,
    );
  }
});

test('a path that is misspelt is answered with the name that is meant', async (t) => {
  const { eva } = folderWith(t, { 'promptfooconfig.yaml': whole });
  const { exitCode, stderr } = await eva('promptfooconfg.yaml');
  assert.equal(exitCode, 2);
  assert.match(stderr, /did you mean "promptfooconfig\.yaml"\?/);
});

test('no variable of the environment changes what an import makes', async (t) => {
  const priced = whole
    .replace('[{ type', '[{ type: cost, threshold: 0.1 }, { type')
    .replace('anthropic:messages:claude-opus-4-7', 'openai:gpt-4o');
  const env = { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_API_KEY: '' };
  const { cwd } = folderWith(t, { 'promptfooconfig.yaml': priced });
  const { exitCode, stdout } = await runEva(['import', 'promptfoo', 'promptfooconfig.yaml'], { cwd, env });
  assert.equal(exitCode, 0, stdout);
});
