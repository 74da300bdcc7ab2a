// Reads the schemas of documents, with the parts that follow from code written anew: the types of providers and their settings, from
// src/provider/types, and the checks, from src/grade/checks. Everything that is generated must read schemas here: those parts may be
// old in the files.
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { modelForms } from '../dist/provider/model-name.js';
import { providerTypes } from '../dist/provider/types/index.js';
import { withCheckSchema } from './check-forms.js';

/** Returns the schema of a kind of document. */
export function readSchema(kind) {
  return JSON.parse(schemaText(kind));
}

/** Returns the text of a schema with its providers, settings and checks taken from their lists. */
export function schemaText(kind) {
  const text = readFileSync(`schemas/${kind}.schema.json`, 'utf8');
  const model = JSON.stringify(`A model: ${modelForms('for an entry of providers in eva.yml')}.`);
  if (kind === 'eval') {
    return withCheckSchema(text.replace(/"description": "A model: [^"]*"/, () => `"description": ${model}`));
  }
  const settings = Object.entries(providerSettings()).map((entry) =>
    entry.map((part) => JSON.stringify(part)).join(': '),
  );
  if (kind === 'eva-config')
    return text.replace(/"type": \{\s+"description"[\s\S]*(?="rpm": \{)/, () => `${settings.join(',\n')},\n`);
  return text;
}

/** The settings of an entry of `providers:`: those of all types. One name must mean the same for each of them. */
function providerSettings() {
  const names = providerTypes.map(({ name, about = name }) => about);
  const description = `${names.slice(0, -1).join('; ')}; or ${names.at(-1)}.`;
  const settings = { type: { description, type: 'string', enum: providerTypes.map(({ name }) => name) } };
  for (const [name, schema] of providerTypes.flatMap((type) => Object.entries(type.settings))) {
    if (!isDeepStrictEqual(settings[name] ?? schema, schema))
      throw new Error(`two types of providers define ${name} differently`);
    settings[name] = schema;
  }
  return settings;
}
