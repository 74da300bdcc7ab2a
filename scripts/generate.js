// Writes what follows from schemas/: the TypeScript types of documents, the schemas as a module, their validators as code,
// and the tables of keys in docs/reference.
// Writes parts of schemas/ too: the types of providers and their settings, from src/provider/types, the checks, from src/grade/checks, and
// the views, from src/view.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { compile } from 'json-schema-to-typescript';
import { withSection } from '../bench/in-docs.js';
import { checkTable } from './check-forms.js';
import { readSchema, schemaText } from './document-schemas.js';
import { keyTablePages } from './key-tables.js';
import { viewSchemaText } from './view-schema.js';

const header =
  '// Written by scripts/generate.js from schemas/. Do not edit: change the schema and run `npm run gen`.\n';

/** The documents that people write. */
const kinds = ['meta', 'messages', 'eval', 'inputs', 'rubrics', 'mutations', 'tools', 'eva-config'];

/** The text of every generated file, by its path. */
export async function generate() {
  return {
    'schemas/eva-config.schema.json': schemaText('eva-config'),
    'schemas/eval.schema.json': schemaText('eval'),
    'schemas/view.schema.json': viewSchemaText(),
    'src/model/documents.gen.ts': await documentTypes(),
    'src/schema/documents.gen.ts': schemaModule(),
    'src/schema/meta-keys.gen.ts': metaKeysModule(),
    'src/schema/validators.gen.ts': validatorModule(),
    'src/schema/stored.gen.ts': storedModule(),
    'src/schema/draft-2020-12.gen.ts': dialectModule(
      Ajv2020,
      '2020-12',
      'https://json-schema.org/draft/2020-12/schema',
    ),
    'src/schema/draft-07.gen.ts': dialectModule(Ajv, '07', 'http://json-schema.org/draft-07/schema'),
    ...keyTablePages(),
    'docs/reference/checks.md': withSection(
      readFileSync('docs/reference/checks.md', 'utf8'),
      'all checks',
      checkTable(),
    ),
  };
}

async function documentTypes() {
  const blocks = new Map();
  for (const kind of kinds) {
    const text = await compile(bundled(kind), kind, {
      bannerComment: '',
      additionalProperties: false,
      format: true,
      ignoreMinAndMaxItems: true,
      style: { singleQuote: true, printWidth: 120 },
    });
    for (const block of declarations(withoutOrigins(text))) keep(blocks, block);
  }
  return `${header}\n${[...blocks.values()].join('\n')}`;
}

/** The schema of a kind with the definitions that it borrows from eval.schema.json and meta.schema.json put into it. */
function bundled(kind) {
  const schema = readSchema(kind);
  const text = JSON.stringify({
    ...schema,
    $defs: { ...readSchema('eval').$defs, ...readSchema('meta').$defs, ...schema.$defs },
  });
  return JSON.parse(text.replaceAll(/(eval|meta)\.schema\.json#/g, '#'), (key, value) => {
    return withoutType.includes(key) ? undefined : asUnion(value);
  });
}

/** Keywords that types cannot say. A type has no keys of a pattern: the `x-…` of eval.yml are not read. */
const withoutType = ['$comment', 'patternProperties', 'allOf'];

/** "If it is a list … else …", or "if it is a mapping with …", as a union, which types can say. */
function asUnion(value) {
  if (!value?.if || !value.then || !value.else) return value;
  if (value.if.type === 'object') return { description: value.description, anyOf: [value.else, value.then] };
  return { description: value.description, anyOf: [value.else, { type: 'array', items: value.then.items }] };
}

/** Without the remarks on which schema referred to a type. */
function withoutOrigins(text) {
  return text.replace(/ \*\n \* This interface was referenced by .*\n \* via the `definition` .*\n/g, '');
}

/** A shared definition is written once, and must mean the same wherever it is met. */
function keep(blocks, { name, text }) {
  const known = blocks.get(name);
  if (known !== undefined && known !== text) throw new Error(`two schemas define ${name} differently`);
  blocks.set(name, text);
}

function declarations(text) {
  const starts = [...text.matchAll(/^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:interface|type) (\w+)/gm)];
  return starts.map((match, index) => ({
    name: match[1],
    text: `${text.slice(match.index, starts[index + 1]?.index ?? text.length).trim()}\n`,
  }));
}

function schemaModule() {
  const entries = kinds.map((kind) => `  '${kind}': ${JSON.stringify(readSchema(kind))},\n`);
  const names = kinds.map((kind) => `'${kind}'`);
  return [
    header,
    "import type { JsonObject } from '#model/data/json.js';\n",
    `export type DocumentKind = ${names.join(' | ')};\n`,
    `export const documentSchemas: Readonly<Record<DocumentKind, JsonObject>> = {\n${entries.join('')}};\n`,
  ].join('\n');
}

/** The keys of meta.yml apart from its schema, since every command that reads a prompt needs them and few need a schema. */
function metaKeysModule() {
  const keys = Object.keys(readSchema('meta').properties).map((key) => `  '${key}',\n`);
  return [header, `export const metaKeys: readonly string[] = [\n${keys.join('')}];\n`].join('\n');
}

const common = { strict: false, validateFormats: false, code: { source: true, esm: true, lines: true } };

/** The validators of the documents that people write. */
function validatorModule() {
  const ids = Object.fromEntries(kinds.map((kind) => [kind, `${kind}.schema.json`]));
  const options = {
    schemas: kinds.map(readSchema),
    allErrors: true,
    verbose: true,
    ownProperties: true,
    messages: false,
  };
  return moduleOf(new Ajv2020({ ...common, ...options }), ids, {
    table: 'documentValidators',
    kind: 'DocumentKind',
    before: "import type { DocumentKind } from './documents.gen.js';",
  });
}

/** Parts of the files of a run that are checked on their own. */
const storedKinds = ['plan', 'result', 'resultHead', 'gradedTrial', 'mergedShards', 'sources'];

/** The validators of what eva itself wrote. They stop at the first flaw: the files are large. */
function storedModule() {
  // Without the keywords of 2020-12, which these schemas do not use, the code is shorter and faster.
  const schemas = ['attempt', 'internal/stored-run'].map((name) => ({ ...readSchema(name), $schema: undefined }));
  const ids = Object.fromEntries(storedKinds.map((kind) => [kind, `stored-run.schema.json#/$defs/${kind}`]));
  const options = { schemas, discriminator: true, messages: false, strictNumbers: true };
  return moduleOf(new Ajv({ ...common, ...options }), ids, {
    table: 'storedValidators',
    kind: 'StoredKind',
    before: `export type StoredKind = ${storedKinds.map((kind) => `'${kind}'`).join(' | ')};`,
  });
}

/** The validator of the schemas of a JSON Schema dialect. Compiling it at run time takes longer than to compile most schemas. */
function dialectModule(Dialect, draft, id) {
  const ajv = new Dialect({ ...common, allErrors: true, verbose: true, ownProperties: true });
  return moduleOf(ajv, { [draft]: id }, { table: 'dialectValidators', kind: `'${draft}'`, before: '' });
}

/** ajv's own output for schemas by their kinds, with a table of its functions instead of an export each. */
function moduleOf(ajv, ids, { table, kind: kindType, before }) {
  const exportOf = (kind) => `_${kind.replaceAll('-', '_')}`;
  const names = Object.fromEntries(Object.entries(ids).map(([kind, id]) => [`${exportOf(kind)}_document`, id]));
  const code = standalone.default(ajv, names);
  const functions = new Map(
    [...code.matchAll(/^export const (\w+)_document = (\w+);$/gm)].map((found) => found.slice(1)),
  );
  const entries = Object.keys(ids).map((kind) => `  '${kind}': ${functions.get(exportOf(kind))},\n`);
  const body = withoutRequire(
    withoutUnread(code.replace(/^export const \w+ = \w+;$/gm, '').replace('"use strict";', '')),
  );
  return [
    `// @ts-nocheck: its functions are ajv's output\n${header}`,
    "import type { SchemaError } from './schema-error.js';",
    ...(/\bisDeepStrictEqual\b/.test(body) ? ["import { isDeepStrictEqual } from 'node:util';"] : []),
    `${before}\n`,
    ...(/\bcharacters\b/.test(body) ? ['const characters = (text) => [...text].length;\n'] : []),
    `${body}\n`,
    'type Validate = ((value: unknown) => boolean) & { readonly errors?: readonly SchemaError[] | null };\n',
    `export const ${table}: Readonly<Record<${kindType}, Validate>> = {\n${entries.join('')}};\n`,
  ].join('\n');
}

/** Without the parts of an error that eva does not read: a quarter of the code. */
function withoutUnread(code) {
  return code.replace(/schemaPath:"[^"]*",/g, '').replace(/schema:[^,]+,(?=parentSchema:)/g, '');
}

/** In an ES module there is no `require`, which ajv writes there all the same for two functions of its own. Neither may load ajv. */
function withoutRequire(code) {
  const whole = code
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', 'characters')
    .replaceAll('require("ajv/dist/runtime/equal").default', 'isDeepStrictEqual');
  if (whole.includes('require(')) throw new Error('the validators require something else than ucs2length and equal');
  return whole;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [path, text] of Object.entries(await generate())) writeFileSync(path, text);
}
