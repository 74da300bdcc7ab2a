import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { NextStep } from '#doctor/next-step.js';
import { runDoctor } from '#doctor/run-doctor.js';
import { readLibrary, readPrompt } from '#run/prompt/read-prompt.js';
import { type Files, goodEval, goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';
import { doctorEnv } from './doctor-env.js';

const metaYml = 'prompts/diff/meta.yml';
const withStatus = (status: string, more = '') => ({
  [metaYml]: goodMeta.replace('status: draft', `status: ${status}`) + more,
});

interface Library {
  readonly root: string;
  /** Appends the row of a full run of the current files, with some fields replaced. */
  readonly log: (differs?: object) => void;
  readonly next: () => NextStep | undefined;
}

function library(t: TestContext, files: Files): Library {
  const root = tempLibrary(t, { ...goodPrompt(), ...files });
  const env = doctorEnv(root);
  return {
    root,
    log: (differs = {}) => {
      const evidence = readPrompt(readLibrary(root), 'diff').evidence?.();
      const row = {
        ts: '2026-11-20T12:00:00Z',
        all_passed: true,
        total: 1,
        passed: 1,
        failed_cases: [],
        id: 'diff',
        run_id: 'r1',
        row: 1,
        partial: false,
        verdicts: [{ case: 'happy', outcome: 'passed' }],
        evidence: { ...evidence, synthetic: false, oldest_reply: '2026-11-20T12:00:00Z' },
        ...differs,
      };
      writeFileSync(join(root, '.eval.jsonl'), `${JSON.stringify(row)}\n`);
    },
    next: () =>
      runDoctor({ root, env, ids: [], strict: false, now: new Date('2026-11-21T12:00:00Z') }).prompts[0]?.next,
  };
}

const evaluate = (status: string, needs = 'a passing full run') => ({ status, needs, command: 'eva eval diff' });

const withoutRun: readonly (readonly [what: string, files: Files, next: object | undefined])[] = [
  ['a prompt without meta.yml', { [metaYml]: null }, evaluate('tested')],
  ['a draft', {}, evaluate('tested')],
  ['a tested prompt', withStatus('tested'), evaluate('ready')],
  ['a ready prompt', withStatus('ready'), undefined],
  ['a draft with an error', { 'prompts/diff/prompt.xml': '' }, undefined],
  ['a draft in a library with an error', { 'eva.yml': 'modle: x\n' }, undefined],
  ['a draft without eval.yml', { 'prompts/diff/eval.yml': null }, undefined],
  ['a draft that needs recorded uses', withStatus('draft', 'promotion: { min_uses: 3 }\n'), undefined],
  [
    'a draft that needs no run',
    withStatus('draft', 'promotion: { require_eval: false }\n'),
    { status: 'tested', needs: null, command: 'eva promote diff' },
  ],
  ['a tested prompt that needs no run', withStatus('tested', 'promotion: { require_eval: false }\n'), undefined],
];

for (const [what, files, next] of withoutRun) {
  test(`the next step of ${what} that was never run`, (t) => assert.deepEqual(library(t, files).next(), next));
}

test('a draft whose run passed on replies that a person wrote needs a run that asks a model', (t) => {
  const { log, next, root } = library(t, {});
  const evidence = { ...readPrompt(readLibrary(root), 'diff').evidence?.(), oldest_reply: '2026-11-20T12:00:00Z' };
  log({ evidence: { ...evidence, synthetic: true } });
  assert.deepEqual(next(), evaluate('tested', 'a passing full run that asks a model'));
});

test('a draft with a passing run of its files can be promoted, and a tested prompt with one has no next step', (t) => {
  const { log, next, root } = library(t, {});
  log();
  assert.deepEqual(next(), { status: 'tested', needs: null, command: 'eva promote diff' });
  writeFileSync(join(root, metaYml), String(withStatus('tested')[metaYml]));
  assert.equal(next(), undefined);
});

test('a run that failed, was partial or had other files leaves the next step as it was', (t) => {
  const { log, next, root } = library(t, { [metaYml]: null });
  log({ all_passed: false, passed: 0, failed_cases: ['happy'], verdicts: [{ case: 'happy', outcome: 'failed' }] });
  assert.deepEqual(next(), evaluate('tested'));
  log({ partial: true });
  assert.deepEqual(next(), evaluate('tested'));
  log({ id: 'edit' });
  assert.deepEqual(next(), evaluate('tested'));
  log();
  writeFileSync(join(root, 'prompts/diff/eval.yml'), goodEval.replace('<diff>', '<patch>'));
  assert.deepEqual(next(), evaluate('tested', 'a passing full run of the current files'));
});

test('each variant of a prompt needs a run', (t) => {
  const { log, next, root } = library(t, {
    'prompts/diff/eval.yml': goodEval.replace('model: claude-opus-4-7', 'models: [claude-opus-4-7, claude-haiku-4-5]'),
  });
  log({ variant: 'claude-opus-4-7' });
  assert.deepEqual(next(), evaluate('tested'));
  rmSync(join(root, '.eval.jsonl'));
  assert.deepEqual(next(), evaluate('tested'));
});
