import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type DocumentKind, documentSchemas } from '#schema/documents.gen.js';

test('the generated files match the schemas', async () => {
  const { generate } = await import(pathToFileURL(resolve('scripts/generate.js')).href);
  const files: Record<string, string> = await generate();
  assert.deepEqual(Object.keys(files), [
    'schemas/eva-config.schema.json',
    'schemas/eval.schema.json',
    'schemas/view.schema.json',
    'src/model/documents.gen.ts',
    'src/schema/documents.gen.ts',
    'src/schema/meta-keys.gen.ts',
    'src/schema/validators.gen.ts',
    'src/schema/stored.gen.ts',
    'src/schema/draft-2020-12.gen.ts',
    'src/schema/draft-07.gen.ts',
    'docs/reference/eval-yml.md',
    'docs/reference/eva-yml.md',
    'docs/reference/meta-yml.md',
    'docs/reference/messages-yml.md',
    'docs/reference/inputs-and-rubrics.md',
    'docs/reference/checks.md',
  ]);
  for (const [path, text] of Object.entries(files)) {
    const written = readFileSync(path, 'utf8');
    const stale = `${path} is stale: run \`npm run gen\``;
    if (path.endsWith('.json')) assert.deepEqual(JSON.parse(written), JSON.parse(text), stale);
    else assert.equal(written, text, stale);
  }
});

test('every schema is valid under its meta-schema, and strict', () => {
  // A command is a tuple of a program and any number of arguments.
  const ajv = new Ajv2020({
    strict: true,
    strictTuples: false,
    allowUnionTypes: true,
    strictRequired: false,
    strictTypes: false,
  });
  ajv.addKeyword('tsType');
  const files = readdirSync('schemas').filter((name) => name.endsWith('.schema.json'));
  assert.ok(files.length >= 11);
  for (const file of files) ajv.addSchema(JSON.parse(readFileSync(join('schemas', file), 'utf8')));
  for (const file of files) assert.ok(ajv.getSchema(file), file);
});

test('every key that a person writes has a description for editors', () => {
  const silent: string[] = [];
  for (const kind of ['meta', 'messages', 'eval', 'eva-config', 'rubrics', 'mutations'] as const) {
    visit(documentSchemas[kind], kind, (properties, path) => {
      for (const [key, schema] of Object.entries(properties)) {
        const { description, $ref } = schema as { description?: string; $ref?: string };
        const shared = $ref?.split('/').at(-1) ?? '';
        const [, owner = kind] = $ref?.match(/^(eval|meta)\.schema\.json#/) ?? [];
        const definitions = documentSchemas[owner as DocumentKind]['$defs'] as Record<string, object>;
        const inherited = (definitions[shared] as { description?: string } | undefined)?.description;
        if (!description && !inherited) silent.push(`${path}.${key}`);
      }
    });
  }
  assert.deepEqual(silent, []);
});

function visit(schema: unknown, path: string, found: (properties: object, path: string) => void): void {
  if (schema === null || typeof schema !== 'object') return;
  for (const [key, value] of Object.entries(schema)) {
    const isProperties = key === 'properties' && path.split('.').at(-1) !== 'properties';
    if (isProperties) found(value, path);
    visit(value, `${path}.${key}`, found);
  }
}
