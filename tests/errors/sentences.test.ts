import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { problem } from '#errors/index.js';
import type { ParamsOf } from '#errors/problem.js';
import { type SentenceKey, sentences } from '#errors/sentences/index.js';
import { matchesGolden } from '../support/golden.js';
import { apiSamples } from './samples/api.js';
import { cliSamples } from './samples/cli.js';

/** Parameters for every sentence that takes some: the compiler names those that are missing. */
const samples: { readonly [K in SentenceKey as ParamsOf<K> extends null ? never : K]: ParamsOf<K> } = {
  ...apiSamples,
  ...cliSamples,
};

const keys = (Object.keys(sentences) as SentenceKey[]).sort();

test('every sentence, with sample parameters, reads as the golden file does', () => {
  const texts = keys.map((key) => {
    const params = Object.hasOwn(samples, key) ? samples[key as keyof typeof samples] : null;
    const { message, hint } = problem(key, params as never);
    return `${key}\n  ${message}\n${hint === undefined ? '' : `  → ${hint}\n`}`;
  });
  matchesGolden('errors/sentences', texts.join('\n'));
});

test('every sentence is used somewhere', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith(join('errors', 'sentences')))
    .map((file) => readFileSync(join('src', file), 'utf8'))
    .join('\n');
  assert.deepEqual(
    keys.filter((key) => !sources.includes(`'${key}'`)),
    [],
  );
});

test('a problem carries its code, variant and parameters beside the sentence', () => {
  const params = { role: 'judge', model: 'm', provider: 'p', variable: 'KEY' };
  const { code, variant, params: kept } = problem('EVA_NO_KEY:program', params);
  assert.deepEqual({ code, variant, kept }, { code: 'EVA_NO_KEY', variant: 'program', kept: params });
});
