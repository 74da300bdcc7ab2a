import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type ParamsOf, problem } from '#errors/index.js';
import { apiSentences } from '#errors/sentences/api.js';
import { cliSentences } from '#errors/sentences/cli.js';
import { datasetSentences } from '#errors/sentences/dataset.js';
import { decideSentences } from '#errors/sentences/decide.js';
import { doctorSentences } from '#errors/sentences/doctor.js';
import { engineSentences } from '#errors/sentences/engine.js';
import { gitSentences } from '#errors/sentences/git.js';
import { gradeSentences } from '#errors/sentences/grade.js';
import { type SentenceKey, sentences } from '#errors/sentences/index.js';
import { librarySentences } from '#errors/sentences/library.js';
import { lifecycleSentences } from '#errors/sentences/lifecycle.js';
import { loadSentences } from '#errors/sentences/load.js';
import { planSentences } from '#errors/sentences/plan.js';
import { providerSentences } from '#errors/sentences/provider.js';
import { runSentences } from '#errors/sentences/run.js';
import { scaffoldSentences } from '#errors/sentences/scaffold.js';
import { schemaSentences } from '#errors/sentences/schema.js';
import { storeSentences } from '#errors/sentences/store.js';
import { matchesGolden } from '../support/golden.js';
import { apiSamples } from './samples/api.js';
import { cliSamples } from './samples/cli.js';
import { datasetSamples } from './samples/dataset.js';
import { decideSamples } from './samples/decide.js';
import { doctorSamples } from './samples/doctor.js';
import { engineSamples } from './samples/engine.js';
import { gitSamples } from './samples/git.js';
import { gradeSamples } from './samples/grade.js';
import { librarySamples } from './samples/library.js';
import { lifecycleSamples } from './samples/lifecycle.js';
import { loadSamples } from './samples/load.js';
import { planSamples } from './samples/plan.js';
import { providerSamples } from './samples/provider.js';
import { runSamples } from './samples/run.js';
import { scaffoldSamples } from './samples/scaffold.js';
import { schemaSamples } from './samples/schema.js';
import { storeSamples } from './samples/store.js';

/** Parameters for each sentence that has some. The compiler reports missing ones. */
const samples: { readonly [K in SentenceKey as ParamsOf<K> extends null ? never : K]: ParamsOf<K> } = {
  ...apiSamples,
  ...cliSamples,
  ...datasetSamples,
  ...decideSamples,
  ...doctorSamples,
  ...engineSamples,
  ...gitSamples,
  ...gradeSamples,
  ...librarySamples,
  ...lifecycleSamples,
  ...loadSamples,
  ...planSamples,
  ...providerSamples,
  ...runSamples,
  ...scaffoldSamples,
  ...schemaSamples,
  ...storeSamples,
};

const areas = {
  api: apiSentences,
  cli: cliSentences,
  dataset: datasetSentences,
  decide: decideSentences,
  doctor: doctorSentences,
  engine: engineSentences,
  git: gitSentences,
  grade: gradeSentences,
  library: librarySentences,
  lifecycle: lifecycleSentences,
  load: loadSentences,
  plan: planSentences,
  provider: providerSentences,
  run: runSentences,
  scaffold: scaffoldSentences,
  schema: schemaSentences,
  store: storeSentences,
};

for (const [area, table] of Object.entries(areas)) {
  const keys = Object.keys(table) as SentenceKey[];
  if (keys.length === 0) continue;

  test(`every sentence of ${area}, with sample parameters, equals the golden file`, () => {
    const texts = keys.map((key) => {
      const params = Object.hasOwn(samples, key) ? samples[key as keyof typeof samples] : null;
      const { message, hint } = problem(key, params as never);
      return `${key}\n  ${message}\n${hint === undefined ? '' : `  → ${hint}\n`}`;
    });
    matchesGolden(`errors/${area}`, texts.join('\n'));
  });
}

test('every area is checked', () => {
  assert.deepEqual(Object.assign({}, ...Object.values(areas)), sentences);
});

test('every sentence is used somewhere', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith(join('errors', 'sentences')))
    .map((file) => readFileSync(join('src', file), 'utf8'))
    .join('\n');
  assert.deepEqual(
    Object.keys(sentences).filter((key) => !sources.includes(`'${key}'`)),
    [],
  );
});

test('a problem has its code, variant and parameters besides the sentence', () => {
  const params = { role: 'judge', model: 'm', provider: 'p', variable: 'KEY' };
  const { code, variant, params: kept } = problem('EVA_NO_KEY:program', params);
  assert.deepEqual({ code, variant, kept }, { code: 'EVA_NO_KEY', variant: 'program', kept: params });
});

test('a problem shortens texts of any length, wherever they stand in its parameters and its place', () => {
  const long = 'é😀'.repeat(100_000);
  const at = { file: 'SigmaEval', property: long };
  const problems = [
    problem('EVA_NO_PRICE:program', { need: 'budget', names: [long], models: [] }, { at }),
    problem('EVA_UNKNOWN_KEY:field', { name: long, meant: undefined, known: [long] }, { at }),
    problem('EVA_UNKNOWN_RUN:several', { name: long, runs: [long, long] }, { at }),
  ];
  for (const one of problems) {
    assert.ok(JSON.stringify(one).length < 5_000, one.code);
    assert.equal(Buffer.from(one.message).toString(), one.message);
    assert.match(one.at?.property ?? '', /^é😀.*…$/u);
  }
});
