import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { loadSentences, type SentenceKey, sentences } from '#model/sentences/all-sentences.js';
import { apiSentences } from '#model/sentences/api.js';
import { cliSentences } from '#model/sentences/cli.js';
import { comparingSentences } from '#model/sentences/comparing.js';
import { datasetSentences } from '#model/sentences/dataset.js';
import { decideSentences } from '#model/sentences/decide.js';
import { doctorSentences } from '#model/sentences/doctor.js';
import { engineSentences } from '#model/sentences/engine.js';
import { gitSentences } from '#model/sentences/git.js';
import { gradeSentences } from '#model/sentences/grade.js';
import { importSentences } from '#model/sentences/import.js';
import { labelSentences } from '#model/sentences/labels.js';
import { librarySentences } from '#model/sentences/library.js';
import { planSentences } from '#model/sentences/plan.js';
import { providerSentences } from '#model/sentences/provider.js';
import { reportSentences } from '#model/sentences/reports.js';
import { runSentences } from '#model/sentences/run.js';
import { scaffoldSentences } from '#model/sentences/scaffold.js';
import { type ParamsOf, problem } from '#model/sentences/sentence.js';
import { storeSentences } from '#model/sentences/store.js';
import { matchesGolden } from '../../support/golden.js';
import { cliSamples } from './samples/commands/cli.js';
import { doctorSamples } from './samples/commands/doctor.js';
import { importSamples } from './samples/commands/import.js';
import { labelSamples } from './samples/commands/labels.js';
import { reportSamples } from './samples/commands/reports.js';
import { scaffoldSamples } from './samples/commands/scaffold.js';
import { apiSamples } from './samples/input/api.js';
import { datasetSamples } from './samples/input/dataset.js';
import { gitSamples } from './samples/input/git.js';
import { librarySamples } from './samples/input/library.js';
import { loadSamples } from './samples/input/load.js';
import { comparingSamples } from './samples/runs/comparing.js';
import { decideSamples } from './samples/runs/decide.js';
import { engineSamples } from './samples/runs/engine.js';
import { gradeSamples } from './samples/runs/grade.js';
import { planSamples } from './samples/runs/plan.js';
import { providerSamples } from './samples/runs/provider.js';
import { runSamples } from './samples/runs/run.js';
import { storeSamples } from './samples/runs/store.js';

/** Parameters for each sentence that has some. The compiler reports missing ones. */
const samples: { readonly [K in SentenceKey as ParamsOf<K> extends null ? never : K]: ParamsOf<K> } = {
  ...apiSamples,
  ...cliSamples,
  ...datasetSamples,
  ...decideSamples,
  ...doctorSamples,
  ...comparingSamples,
  ...engineSamples,
  ...gitSamples,
  ...gradeSamples,
  ...librarySamples,
  ...importSamples,
  ...labelSamples,
  ...loadSamples,
  ...planSamples,
  ...providerSamples,
  ...reportSamples,
  ...runSamples,
  ...scaffoldSamples,
  ...storeSamples,
};

const areas = {
  api: apiSentences,
  cli: cliSentences,
  comparing: comparingSentences,
  dataset: datasetSentences,
  decide: decideSentences,
  doctor: doctorSentences,
  engine: engineSentences,
  git: gitSentences,
  grade: gradeSentences,
  import: importSentences,
  labels: labelSentences,
  library: librarySentences,
  load: loadSentences,
  plan: planSentences,
  provider: providerSentences,
  reports: reportSentences,
  run: runSentences,
  scaffold: scaffoldSentences,
  store: storeSentences,
};

for (const [area, table] of Object.entries(areas)) {
  const keys = Object.keys(table) as SentenceKey[];
  test(`every sentence of ${area}, with sample parameters, equals the golden file`, () => {
    const texts = keys.map((key) => {
      const params = Object.hasOwn(samples, key) ? samples[key as keyof typeof samples] : null;
      const { message, hint, paste } = problem(key, params as never);
      return `${key}\n  ${message}\n${hint === undefined ? '' : `  → ${hint}\n`}${paste === undefined ? '' : `\n${paste}\n`}`;
    });
    matchesGolden(`errors/${area}`, texts.join('\n'));
  });
}

/** Sentences whose number is a limit of eva or at least two, or whose noun is a parameter. */
const neverOne =
  /^EVA_(BODY_LENGTH|BROKEN|CONTRADICTION|DATA_LARGE|DATA_TWICE|LABEL|LOG_TOO_LARGE|SKILL_|TOO_LARGE|TOO_MANY_TRIALS|UNDERPOWERED:(compare|items|margin)|YAML_LIMIT|BAD_(CRITERIA:more_labels|VALUE:classes))/;

function withOnes(params: unknown): unknown {
  if (typeof params === 'number') return 1;
  if (typeof params !== 'object' || params === null) return params;
  if (Array.isArray(params)) return params.map(withOnes);
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, withOnes(value)]));
}

test('a count of one has a noun in the singular', () => {
  const verbs = ['decides', 'has', 'is', 'lacks', 'needs', 'was'];
  const found = Object.entries(samples).flatMap(([key, params]) => {
    if (neverOne.test(key)) return [];
    const { message, hint = '' } = problem(key as SentenceKey, withOnes(params) as never);
    const nouns = [...`${message}\n${hint}`.matchAll(/(?<![\w.,:$/#'"`-]|of )1 ([a-z]+s)\b/g)];
    return nouns.flatMap(([text, word = '']) => (verbs.includes(word) ? [] : `${key}: ${text}`));
  });
  assert.deepEqual(found, []);
});

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
