// Writes schemas/view.schema.json: the JSON Schema of the views that `--report json` prints, made from the types in src/report/view.
// The generator reads types alone, so the file follows from the code.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

const root = fileURLToPath(new URL('..', import.meta.url));

const source = `
import type { View } from '#report/view/view.js';
import type { RunsView } from '#report/view/runs-view.js';
import type { CompareView } from '#report/view/compare-view.js';
/** What a report shows: one run, several runs, or a comparison of two versions. */
export type AnyView = View | RunsView | CompareView;
`;

const options = {
  ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', strict: true, types: [], noEmit: true },
  baseUrl: root,
  paths: { '#*.js': ['src/*.ts'] },
};

/** Returns the text of `schemas/view.schema.json`. */
export function viewSchemaText() {
  const dir = mkdtempSync(join(root, 'node_modules', '.view-schema-'));
  try {
    const [path, tsconfig] = [join(dir, 'views.ts'), join(dir, 'tsconfig.json')];
    writeFileSync(path, source);
    writeFileSync(tsconfig, JSON.stringify({ compilerOptions: options, files: ['views.ts'] }));
    const generator = createGenerator({
      ...{ path, tsconfig, type: 'AnyView', skipTypeCheck: true, jsDoc: 'extended', additionalProperties: true },
      sortProps: false,
    });
    const { AnyView, ...$defs } = generator.createSchema('AnyView').definitions;
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'view.schema.json',
      title: 'AnyView',
      ...AnyView,
      $defs,
    };
    return `${JSON.stringify(schema, withPrefixItems, 2).replaceAll('#/definitions/', '#/$defs/')}\n`;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Writes a tuple as JSON Schema 2020-12 has it. */
function withPrefixItems(_key, value) {
  if (!Array.isArray(value?.items)) return value;
  const { items, additionalItems, ...others } = value;
  return { ...others, prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) };
}
