// node scripts/complete-dist.js: writes what dist/ holds besides the output of tsc: the validators of the documents that people write,
// and the code of pages for browsers. Does nothing if neither the output of tsc nor a schema has changed since.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { bundleBrowserCode } from './browser-code.js';
import { documentKinds, readSchema } from './schemas.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const outputs = { validators: join(root, 'dist/schema/validators.cjs'), browser: join(root, 'dist/page/browser.js') };

/** ajv's code for each kind of document, which would take too long to compile at every start. Exports a function for each kind. */
async function writeValidators(outfile) {
  const ajv = new Ajv2020({
    schemas: documentKinds.map(readSchema),
    ...{ strict: false, validateFormats: false, allErrors: true, verbose: true, ownProperties: true, messages: false },
    code: { source: true, lines: true },
  });
  const code = standalone.default(ajv, Object.fromEntries(documentKinds.map((kind) => [kind, `${kind}.schema.json`])));
  // Parts of an error that eva does not read: a quarter of the code.
  const contents = code.replace(/schemaPath:"[^"]*",/g, '').replace(/schema:[^,]+,(?=parentSchema:)/g, '');
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
  return Object.values(outputs).every((path) => existsSync(path) && statSync(path).mtimeMs > newest);
}

if (!isComplete()) {
  await writeValidators(outputs.validators);
  await bundleBrowserCode(outputs.browser);
}
