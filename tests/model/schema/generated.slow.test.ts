import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

test('the generated files match the schemas', async () => {
  const { generate } = await import(pathToFileURL(resolve('scripts/generate.js')).href);
  const files: Record<string, string> = await generate();
  assert.deepEqual(Object.keys(files), [
    'schemas/view.schema.json',
    'src/model/documents.gen.ts',
    'docs/reference/eval-yml.md',
    'docs/reference/eva-yml.md',
    'docs/reference/meta-yml.md',
    'docs/reference/messages-yml.md',
    'docs/reference/inputs-and-rubrics.md',
  ]);
  for (const [path, text] of Object.entries(files)) {
    const written = readFileSync(path, 'utf8');
    const stale = `${path} is stale: run \`npm run gen\``;
    if (path.endsWith('.json')) assert.deepEqual(JSON.parse(written), JSON.parse(text), stale);
    else assert.equal(written, text, stale);
  }
});
