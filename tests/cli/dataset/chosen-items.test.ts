import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { dataLibrary, goodItems } from './data-library.js';

const languages = ['en', 'de', 'fr', 'nl'];
const items = goodItems(40, (at) => languages[at % 4] ?? '').map(
  ([code, , language], at) => [code, at % 3 === 0 ? 'good' : `class${at % 7}`, language ?? ''] as const,
);
const gate = 'criteria: { proportion_gte: { proportion: 0.2 } }';
const evalFile = (slice: string) => `defaults: { model: claude-x }
cases:
  - name: tickets
    dataset: { file: data/items.csv, slices: [${slice}] }
    assert: [ { contains: goo } ]
    criteria: { proportion_gte: { proportion: 0.1 } }
    then:
      - class: { expected: { field: label } }
        criteria: [ { recall_gte: { class: good, proportion: 0.1 } } ]
`;

for (const slice of [
  'language',
  `{ field: language, must: pass, ${gate} }`,
  `{ field: language, must: not_fail, ${gate} }`,
]) {
  test(`a run of chosen items lists only their slices and classes: ${slice}`, async (t) => {
    const { root, eva } = await dataLibrary(t, items, { files: { 'prompts/diff/eval.yml': evalFile(slice) } });
    for (const [count, most] of [
      [1, 1],
      [2, 2],
      [40, 4],
    ] as const) {
      const { exitCode, stdout, stderr } = await eva('eval', 'diff', '--items', String(count));
      assert.ok(exitCode < 2, stdout + stderr);
      const name = readdirSync(join(root, '.eva/runs')).sort().at(-1) ?? '';
      const [{ dataset }] = JSON.parse(readFileSync(join(root, '.eva/runs', name, 'result.json'), 'utf8')).cases;
      const { rows } = dataset.slices[0];
      assert.ok(rows.length >= 1 && rows.length <= most, String(rows.length));
      assert.ok(rows.every(({ of }: { of: number }) => of > 0));
      if (count === 1) assert.doesNotMatch(stdout, /class5/);
      else if (count === 40) assert.match(stdout, /class5/);
      assert.doesNotMatch(stderr, /warning: slices/);
      const again = await eva('report', '--recompute');
      assert.equal(again.exitCode, 0, again.stdout + again.stderr);
    }
  });
}
