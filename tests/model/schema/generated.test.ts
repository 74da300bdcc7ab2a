import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type DocumentKind, documentSchema } from '#model/schema/documents.js';

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
    visit(documentSchema(kind), kind, (properties, path) => {
      for (const [key, schema] of Object.entries(properties)) {
        const { description, $ref } = schema as { description?: string; $ref?: string };
        const shared = $ref?.split('/').at(-1) ?? '';
        const [, owner = kind] = $ref?.match(/^(eval|meta)\.schema\.json#/) ?? [];
        const definitions = documentSchema(owner as DocumentKind)['$defs'] as Record<string, object>;
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
