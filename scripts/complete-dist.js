// node scripts/complete-dist.js: writes what dist/ holds besides the output of tsc: the validators of the documents that people write
// and of JSON Schemas, and the code of pages for browsers. Does nothing if neither the output of tsc nor a schema has changed since.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { bundleBrowserCode } from './browser-code.js';
import { documentKinds, readSchema } from './schemas.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const common = {
  ...{ strict: false, validateFormats: false, allErrors: true, verbose: true, ownProperties: true },
  code: { source: true, lines: true },
};

/** The files of ajv's code for schemas, which would take too long to compile at every start: each with its exports and their schemas. */
const validators = {
  documents: {
    ajv: () => new Ajv2020({ ...common, messages: false, schemas: documentKinds.map(readSchema) }),
    ids: Object.fromEntries(documentKinds.map((kind) => [kind, `${kind}.schema.json`])),
  },
  'draft-2020-12': {
    ajv: () => new Ajv2020(common),
    ids: { validate: 'https://json-schema.org/draft/2020-12/schema' },
  },
  'draft-07': { ajv: () => new Ajv(common), ids: { validate: 'http://json-schema.org/draft-07/schema' } },
};
const browserFile = join(root, 'dist/page/browser.js');
const validatorFile = (name) => join(root, `dist/model/schema/${name}.cjs`);

async function writeValidators(name) {
  const { ajv, ids } = validators[name];
  // Parts of an error that eva does not read: a quarter of the code.
  const contents = standalone
    .default(ajv(), ids)
    .replace(/schemaPath:"[^"]*",/g, '')
    .replace(/schema:[^,]+,(?=parentSchema:)/g, '');
  const outfile = validatorFile(name);
  await build({ stdin: { contents, resolveDir: root }, outfile, bundle: true, minify: true, platform: 'node' });
}

function isComplete() {
  const schemas = readdirSync(join(root, 'schemas')).map((name) => join('schemas', name));
  const sources = [
    'dist/.tsbuildinfo',
    'package-lock.json',
    ...schemas,
    'scripts/complete-dist.js',
    'scripts/browser-code.js',
  ];
  const newest = Math.max(...sources.map((path) => statSync(join(root, path)).mtimeMs));
  return [browserFile, ...Object.keys(validators).map(validatorFile)].every(
    (path) => existsSync(path) && statSync(path).mtimeMs > newest,
  );
}

if (!isComplete()) {
  for (const name of Object.keys(validators)) await writeValidators(name);
  await bundleBrowserCode(browserFile);
}
