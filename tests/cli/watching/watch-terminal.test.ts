import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { startFakeMessagesApi } from '../../support/fake-messages-api.js';
import { hostileTexts } from '../../support/hostile-texts.js';
import { onTerminal } from '../../support/pseudo-terminal.js';
import { sentinelKey } from '../../support/secrets.js';
import { goodPrompt, tempLibrary } from '../../support/temp-library.js';

const esc = '\u001b';

test('on a terminal a watch shows results, problems and what it waits for, and ends with Ctrl-C', async (t) => {
  const api = await startFakeMessagesApi({ answer: () => '<diff>' });
  t.after(() => api.close());
  const root = tempLibrary(t, goodPrompt());
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: api.url };
  const screen = onTerminal(t, ['eval', '--watch', 'diff'], { cwd: root, env });
  await screen.until('watching 3 files of diff; Ctrl-C ends');
  writeFileSync(join(root, 'prompts/diff/eval.yml'), 'cases: 7\n');
  await screen.until('correct diff and save; Ctrl-C ends');
  writeFileSync(
    join(root, 'prompts/diff/eval.yml'),
    String(goodPrompt()['prompts/diff/eval.yml']).replace('x = 1', 'x'),
  );
  await screen.until('1 of 1 case of diff');
  await screen.until('exit 0');
  screen.press('\u0003');
  assert.equal(await screen.ended(), 130);
});

test('hostile replies, names of cases and names of files do not reach the terminal', async (t) => {
  let reply = '';
  const api = await startFakeMessagesApi({ answer: () => reply });
  t.after(() => api.close());
  const odd = `a${esc}[2J\u0007\u202e::error::b.txt`;
  const evalWith = (code: string) =>
    `defaults: { model: claude-opus-4-7 }\ncases:\n  - name: ${JSON.stringify(`case ${odd}`)}\n    ${code}\n    assert: [ { contains: "<diff>" } ]\n`;
  const inFile = evalWith(`files: { code: ${JSON.stringify(odd)} }`);
  const root = tempLibrary(t, { ...goodPrompt(), [odd]: 'first', 'prompts/diff/eval.yml': inFile });
  const env = { ANTHROPIC_API_KEY: sentinelKey, ANTHROPIC_BASE_URL: api.url };
  const screen = onTerminal(t, ['eval', '--watch', 'diff'], { cwd: root, env, columns: 200, rows: 60 });
  const texts = hostileTexts.slice(0, 12);
  await screen.until('Ctrl-C ends');
  for (const [at, { text }] of texts.entries()) {
    reply = text;
    writeFileSync(join(root, odd), `version ${at} ${text}`);
    await screen.until(`version ${at}`);
  }
  screen.press('\u0003');
  assert.equal(await screen.ended(), 130);
  const shown = screen.output().replaceAll(/\u001b\[(?:\d*[AJK]|\d+(?:;\d+)*m|m)/g, '');
  assert.doesNotMatch(shown, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  assert.match(shown, / changed: 1 of 1 case of diff/);
});
