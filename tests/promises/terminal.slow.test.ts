import test from 'node:test';
import { assertHarmless, judge, texts, visible, yaml } from './harmless-output.js';
import { openLibrary } from './open-library.js';

test('a model that names itself, a server that complains: neither acts', async (t) => {
  const body = (text: string) =>
    yaml({ model: text, content: [{ type: 'text', text: 'no' }], stop_reason: text, usage: {} });
  const retry = { 'retry-after': '3600' };
  for (const text of texts) {
    const faults = (n: number) => {
      const bodies = [{ body: body(text) }, { status: 400, message: text }];
      return bodies[n] ?? { status: 500, message: text, headers: retry };
    };
    const { eva } = await openLibrary(t, { faults });
    for (const more of [['--json'], [], []]) assertHarmless(await eva('eval', 'diff', ...more));
  }
});

test('what programs print and how they are called is shown, and does not act', async (t) => {
  const cases = visible.map(
    (text, n) =>
      `  - { name: c${n}, inputs: { code: x }, assert: [ { command: [sh, -c, 'echo "$0" >&2; exit 1', ${yaml(text)}] } ] }\n`,
  );
  const { eva } = await openLibrary(t, { files: { 'prompts/diff/eval.yml': `${judge}cases:\n${cases.join('')}` } });
  for (const args of [
    ['trust'],
    ['trust', '--json'],
    ['eval', 'diff'],
    ['eval', 'diff', '--trust'],
    ['eval', 'diff', '--trust', '--json'],
  ]) {
    assertHarmless(await eva(...args));
  }
});
