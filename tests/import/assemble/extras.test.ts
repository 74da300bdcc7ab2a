import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { runEva } from '../../support/run-eva.js';
import { tempLibrary } from '../../support/temp-library.js';

const config = `prompts: ['Say {{x}} {{ y | upper }}']
providers: [openai:gpt-5]
tests:
  - vars: { x: hi, y: b, read: yes, note: nobody reads me }
    metadata: { team: red }
    assert: [{ type: contains, value: '{{read}}' }]
  - vars: { x: code, y: b, note: code reads all }
    assert: [{ type: javascript, value: 'Object.keys(context.vars).length > 2' }]
  - file://rows.csv
  - file://looks.csv
`;

test('variables that nothing uses are in a comment or in the data file, and those of code are inputs', async (t) => {
  const cwd = tempLibrary(t, {
    'promptfooconfig.yaml': config,
    'rows.csv': 'x,y,category,__expected\na,b,first,contains: A\nc,d,second,contains: C\n',
    'looks.csv': 'x,y,category,__metadata:team\ne,f,third,blue\n',
  });
  const { exitCode, stdout, stderr } = await runEva(['import', 'promptfoo', '.', '--into', 'out'], { cwd });
  assert.equal(exitCode, 0, stdout + stderr);
  const read = (path: string) => readFileSync(join(cwd, 'out/prompts/say', path), 'utf8');
  assert.equal(read('data/rows.csv'), 'row,x,y_upper,category,expected\n1,a,B,first,A\n2,c,D,second,C\n');
  const comments = read('eval.yml').match(/(?<=^ {2}# ).*$/gm);
  assert.deepEqual(comments, [
    'metadata: {"team":"red"}',
    'variables that nothing uses: {"note":"nobody reads me"}',
    'metadata: {"team":"blue"}',
    'variables that nothing uses: {"category":"third"}',
  ]);
  assert.match(read('eval.yml'), /^ {6}note: code reads all$/m);
});
