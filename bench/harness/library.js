import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { patternOf } from './patterns.js';

/** The package that is measured: `npm run bench` names the folder with the published one; unset, it is this checkout. */
const measuredPackage = resolve(fileURLToPath(new URL('../..', import.meta.url)), process.env.BENCH_PACKAGE ?? '.');

/** Its launcher. */
export const eva = join(measuredPackage, 'bin/eva.js');

/** The module that `import 'eva-harness'` loads. */
export const library = join(measuredPackage, 'dist/index.js');

/** Writes a library with these prompts, whose bodies ask to change the input `code`; their eval.yml and items as data, and eva.yml. */
export function writeLibrary(root, { ids = ['diff'], evaluation, config = {}, items }) {
  const files = {
    'eva.yml': stringify(config),
    ...Object.assign({}, ...ids.map((id) => promptFiles(id, evaluation, items))),
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

function promptFiles(id, evaluation, items) {
  return {
    [`prompts/${id}/meta.yml`]: meta.replace('id: diff', `id: ${id}`),
    [`prompts/${id}/prompt.xml`]: '<task>Change {{code}} and nothing else.</task>\n',
    [`prompts/${id}/eval.yml`]: stringify(evaluation),
    ...(items && { [`prompts/${id}/items.jsonl`]: items.map((item) => `${JSON.stringify(item)}\n`).join('') }),
  };
}

/** One case with one check, that many trials of it, and no early end. */
export function manyTrials(sample_size) {
  return {
    defaults: { model: 'claude-bench', sample_size, stop_early: false },
    cases: [{ name: 'happy', inputs: { code: 'x = 1' }, assert: [{ contains: '<diff>' }] }],
  };
}

/** Distinct cases with two checks and one trial each, all with the same pattern or each with its own. The replies of fixed-reply.js pass. */
export function manyCases(count, hasOwnPattern) {
  const cases = Array.from({ length: count }, (_, number) => ({
    name: `case ${number}`,
    inputs: { code: `x = ${number}` },
    assert: [{ contains: '<diff>' }, { matches: patternOf(number, hasOwnPattern) }],
  }));
  return { defaults: { model: 'claude-bench' }, cases };
}

/** One case with two checks on that many items, and no early end. The replies of fixed-reply.js pass. */
export function manyItems(count) {
  const items = Array.from({ length: count }, (_, number) => ({ code: `x = ${number}`, expected: '<diff>' }));
  const testCase = {
    name: 'items',
    dataset: { file: 'items.jsonl' },
    stop_early: false,
    assert: [{ contains: { field: 'expected' } }, { matches: patternOf(0, false) }],
    criteria: { proportion_gte: { proportion: 0.5 } },
  };
  return { evaluation: { defaults: { model: 'claude-bench' }, cases: [testCase] }, items };
}

const meta = `id: diff
title: Surgical diff
summary: Changes what was asked for and nothing else.
status: draft
version: 1.0.0
created: 2026-01-02
updated: 2026-01-03
inputs:
  - name: code
    required: true
`;
