import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { startConversationApi } from '../support/conversation-api.js';
import { runEva } from '../support/run-eva.js';
import { scenarioFile, scenarioLibrary } from '../support/scenario-library.js';
import { goodEval, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { openLibrary } from './open-library.js';

const oneAtATime = 'concurrency: 1\n';
const often = (file: string) => file.replace('defaults:\n', 'defaults:\n  sample_size: 5\n  stop_early: false\n');

/** Asserts that a run ended by a changed program: exit 3, the file named, and no row. */
function assertEnded({ exitCode, stderr }: { exitCode: number; stderr: string }, root: string, path: RegExp): void {
  assert.equal(exitCode, 3, stderr);
  assert.match(stderr, /EVA_PROGRAM_CHANGED/);
  assert.match(stderr, path);
  assert.equal(existsSync(join(root, '.eval.jsonl')), false);
}

test('a check program that changes itself ends the run, which goes on once the file is restored', async (t) => {
  const script = 'echo "# more" >> check.sh && exit 0\n';
  const { eva, root } = await openLibrary(t, {
    files: {
      'eva.yml': oneAtATime,
      'prompts/diff/check.sh': script,
      'prompts/diff/eval.yml': often(goodEval.replace('contains: "<diff>"', 'command: [sh, check.sh]')),
    },
  });
  assertEnded(await eva('eval', 'diff', '--trust'), root, /prompts\/diff\/check\.sh/);
  const file = join(root, 'prompts/diff/check.sh');
  assert.equal((await eva('eval', '--resume', 'diff', '--trust')).exitCode, 2, 'a changed program is another run');
  writeFileSync(file, script);
  assert.match((await eva('eval', '--resume', 'diff', '--trust')).stderr, /EVA_PROGRAM_CHANGED/, 'it is gone on with');
});

for (const [model, type, provider, answer] of [
  ['command:mine', 'command', 'mine', '"<diff>"'],
  ['claude-cli:any', 'claude-cli', 'claude-cli', `'{"type":"result","result":"<diff>"}'`],
] as const) {
  test(`a program of the model ${model} that changes itself ends the run`, async (t) => {
    const root = tempLibrary(t, {
      ...goodPrompt(),
      'eva.yml': `${oneAtATime}providers: { ${provider}: { type: ${type}, command: [sh, say.sh] } }\n`,
      'say.sh': `echo ${answer}\necho "# more" >> say.sh\n`,
      'prompts/diff/eval.yml': often(goodEval.replace('claude-opus-4-7', JSON.stringify(model))),
    });
    assertEnded(await runEva(['eval', 'diff', '--trust'], { cwd: root }), root, /say\.sh/);
  });
}

test('an application that changes itself ends the run', async (t) => {
  const { env } = await startConversationApi(t);
  const root = scenarioLibrary(
    t,
    {},
    {
      'eva.yml': oneAtATime,
      'prompts/bot/app.cjs': `require('node:fs').appendFileSync(__filename, '\\n');
require('node:readline').createInterface({ input: process.stdin }).on('line', () => console.log('{"response": "ok"}'));
`,
      'prompts/bot/eval.yml': scenarioFile({ app: { command: [process.execPath, 'app.cjs'] } }),
    },
  );
  const output = await runEva(['eval', 'bot', '--trust'], { cwd: root, env });
  assertEnded(output, root, /prompts\/bot\/app\.cjs/);
  assert.match(readFileSync(join(root, 'prompts/bot/app.cjs'), 'utf8'), /\n\n$/);
});
