// npm run gen: writes what follows from schemas/: the TypeScript types of documents, and the tables of keys in docs/reference.
// Writes schemas/view.schema.json too, which follows from the types in src/view.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { keyTablePages } from './key-tables.js';
import { documentKinds, readSchema } from './schemas.js';
import { viewSchemaText } from './view-schema.js';

const header =
  '// Written by scripts/generate.js from schemas/. Do not edit: change the schema and run `npm run gen`.\n';

/** The text of every generated file, by its path. */
export async function generate() {
  return {
    'schemas/view.schema.json': viewSchemaText(),
    'src/model/documents.gen.ts': await documentTypes(),
    ...keyTablePages(),
  };
}

async function documentTypes() {
  const blocks = new Map();
  for (const kind of documentKinds) {
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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [path, text] of Object.entries(await generate())) writeFileSync(path, text);
}
