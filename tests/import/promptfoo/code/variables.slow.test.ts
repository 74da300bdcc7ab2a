import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { runEva } from '../../../support/run-eva.js';
import { tempLibrary } from '../../../support/temp-library.js';

const values = { word: 'hi', tags: ['a', 'b'], opts: { k: [1] }, shown: null, hidden: null, n: 7, alone: { x: 1 } };

// What promptfoo gives code: each variable as it is in the configuration, also one that the prompt shows as text.
const javascript = `const { vars } = context;
return JSON.stringify(vars.tags) === '["a","b"]' && vars.opts.k[0] === 1 && vars.shown === null && vars.hidden === null
  && vars.n === 7 && vars.alone.x === 1 && vars.word === 'hi' && Object.keys(vars).length === 7;`;
const python = `v = context['vars']
return v['tags'] == ['a', 'b'] and v['opts'] == {'k': [1]} and v['shown'] is None and v['hidden'] is None \\
  and v['n'] == 7 and v['alone'] == {'x': 1} and v['word'] == 'hi' and len(v) == 7`;

test('code gets each variable as it was written, also lists and null, beside a prompt that shows them as text', async (t) => {
  const config = {
    prompts: ['Say {{tags}} {{opts}} {{shown}} {{n}} {{word}}'],
    providers: ['echo'],
    tests: [
      {
        vars: values,
        options: { disableVarExpansion: true },
        assert: [
          { type: 'equals', value: 'Say a,b [object Object]  7 hi' },
          { type: 'javascript', value: javascript },
          { type: 'python', value: python },
        ],
      },
    ],
  };
  const cwd = tempLibrary(t, { 'promptfooconfig.json': JSON.stringify(config) });
  const imported = await runEva(['import', 'promptfoo', '.', '--into', 'out'], { cwd });
  assert.equal(imported.exitCode, 0, imported.stdout + imported.stderr);
  const { exitCode, stdout, stderr } = await runEva(['eval', 'say', '--trust'], { cwd: join(cwd, 'out') });
  assert.equal(exitCode, 0, stdout + stderr);
  assert.match(stdout, /✓ passed/);
});
