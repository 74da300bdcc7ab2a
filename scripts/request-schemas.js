// Writes tests/fixtures/request-bodies.schema.json: the JSON Schema of each request body that eva sends, made from the types of the
// official packages of the APIs. Tests check every request that reaches a fake server with it.
// `node scripts/request-schemas.js --check` exits with 1 if the file differs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = join(root, 'tests/fixtures/request-bodies.schema.json');

/** The types of the bodies of each API, by path. Each API has a file of its own: several have a type `Metadata`. */
const sources = {
  messages: `
import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages/messages';
import type { BatchCreateParams } from '@anthropic-ai/sdk/resources/messages/batches';
type AtCloud<Version> = Omit<MessageCreateParamsNonStreaming, 'model' | 'stream'> & { anthropic_version: Version };
export interface RequestBodies {
  '/v1/messages': MessageCreateParamsNonStreaming;
  '/model/MODEL/invoke': AtCloud<'bedrock-2023-05-31'>;
  '/models/MODEL:rawPredict': AtCloud<'vertex-2023-10-16'>;
  '/v1/messages/batches': BatchCreateParams;
}`,
  chat: `
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions/completions';
import type { EmbeddingCreateParams } from 'openai/resources/embeddings';
export interface RequestBodies {
  '/v1/chat/completions': ChatCompletionCreateParamsNonStreaming;
  '/v1/embeddings': EmbeddingCreateParams;
}`,
  responses: `
import type { ResponseCreateParamsNonStreaming } from 'openai/resources/responses/responses';
export interface RequestBodies {
  '/v1/responses': ResponseCreateParamsNonStreaming;
}`,
};

const options = { module: 'esnext', moduleResolution: 'bundler', target: 'es2022', strict: true, types: [] };

/** Returns the schema of one API: a mapping with a body for each path. */
function schemaOf(source) {
  const dir = mkdtempSync(join(root, 'node_modules', '.request-schemas-'));
  try {
    const [path, tsconfig] = [join(dir, 'bodies.ts'), join(dir, 'tsconfig.json')];
    writeFileSync(path, source);
    writeFileSync(tsconfig, JSON.stringify({ compilerOptions: options, files: ['bodies.ts'] }));
    const generator = createGenerator({ path, tsconfig, type: 'RequestBodies', skipTypeCheck: true, jsDoc: 'none' });
    return generator.createSchema('RequestBodies');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const schemas = Object.entries(sources).map(([name, source]) => [name, schemaOf(source)]);
const text = `${JSON.stringify(Object.fromEntries(schemas))}\n`;
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('tests/fixtures/request-bodies.schema.json is stale: run `node scripts/request-schemas.js`');
  process.exitCode = 1;
}
