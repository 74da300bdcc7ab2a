import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type DoctorReport, runDoctor } from '#doctor/run-doctor.js';
import { loadCases } from '#library/cases/eval-file.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { loadConfig } from '#library/settings/config.js';
import { noSources } from '#model/reply/reply-sources.js';
import type { EvidenceDigests } from '#model/run/run.js';
import { evidenceDigests } from '#run/plan/evidence.js';
import { attemptBegin, attemptEnd } from '../../support/attempt-lines.js';
import { type Files, goodEval, goodMeta, goodPrompt, tempLibrary } from '../../support/temp-library.js';
import { doctorEnv } from '../doctor-env.js';

const now = new Date('2026-11-21T12:00:00Z');
const readyMeta = goodMeta.replace('status: draft', 'status: ready');
const ready = { ...goodPrompt(), 'prompts/diff/meta.yml': readyMeta };

function digestsOf(root: string): EvidenceDigests {
  const loaded = loadConfig(root).value;
  const prompt = loadPrompt(root, 'diff').value;
  assert.ok(loaded && prompt);
  const cases = loadCases(root, prompt, loaded).value?.cases ?? [];
  return evidenceDigests({ body: prompt.body, cases, config: loaded.config, programs: [] });
}

/** Returns the row of a passed run of a good library, with some fields replaced. */
function row(t: TestContext, differs: object = {}, evidence: object = {}): string {
  const root = tempLibrary(t, ready);
  const whole = {
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
    evidence: { ...digestsOf(root), synthetic: false, oldest_reply: '2026-11-20T12:00:00Z', ...evidence },
    try: 1,
    sources: { ...noSources, asked: 1 },
    ...differs,
  };
  return `${JSON.stringify(whole)}\n`;
}

function doctor(t: TestContext, files: Files, strict = false): DoctorReport {
  const [{ ts, evidence = null } = {}] = `${files['.eval.jsonl'] ?? ''}`.split('\n').flatMap(rowIn);
  const facts = { run_id: 'r1', ts, evidence: evidence as EvidenceDigests };
  const attempt = [attemptBegin(facts), attemptEnd(facts)].map((line) => `${JSON.stringify(line)}\n`).join('');
  const root = tempLibrary(t, { ...ready, ...(evidence && { '.attempts.jsonl': attempt }), ...files });
  const env = doctorEnv(root);
  return runDoctor({ root, env, ids: [], strict, now });
}

function rowIn(line: string) {
  return line === '' ? [] : [JSON.parse(line)];
}

function told({ prompts }: DoctorReport): readonly string[] {
  return prompts.flatMap(({ problems }) =>
    problems.map(({ severity, code, message, at }) => `${severity} ${code} ${at?.file}:${at?.line} ${message}`),
  );
}

const place = 'EVA_STALE_EVIDENCE prompts/diff/meta.yml:4';

test('a ready prompt with a passing run of its current files has no problems', (t) => {
  assert.deepEqual(told(doctor(t, { '.eval.jsonl': row(t) })), []);
});

test('a ready prompt that was never run is a warning at its status', (t) => {
  assert.deepEqual(told(doctor(t, {})), [
    `warning ${place} ready, but there is no full run of this prompt in .eval.jsonl`,
  ]);
});

test('with strict the warning is an error', (t) => {
  const report = doctor(t, {}, true);
  assert.deepEqual(told(report), [`error ${place} ready, but there is no full run of this prompt in .eval.jsonl`]);
  assert.deepEqual([report.errors, report.warnings], [1, 0]);
});

test('evidence of a different text of the prompt is stale', (t) => {
  const files = { '.eval.jsonl': row(t), 'prompts/diff/prompt.xml': '<task>Change {{code}} only.</task>\n' };
  assert.deepEqual(told(doctor(t, files)), [`warning ${place} ready, but stale: prompt.xml has changed since run r1`]);
});

test('evidence of different cases is stale, and a new comment makes none stale', (t) => {
  const moved = `# a comment\n\n${goodEval}`;
  assert.deepEqual(told(doctor(t, { '.eval.jsonl': row(t), 'prompts/diff/eval.yml': moved })), []);
  const changed = goodEval.replace('<diff>', '<patch>');
  const [only, ...more] = told(doctor(t, { '.eval.jsonl': row(t), 'prompts/diff/eval.yml': changed }));
  assert.match(only ?? '', /^warning EVA_STALE_EVIDENCE .* stale: the cases have changed/);
  assert.deepEqual(more, []);
});

test('a failed run, a run with --case and a synthetic run are not evidence', (t) => {
  const failed = row(t, {
    all_passed: false,
    passed: 0,
    failed_cases: ['happy'],
    verdicts: [{ case: 'happy', outcome: 'failed' }],
  });
  assert.match(told(doctor(t, { '.eval.jsonl': failed })).join('\n'), /did not pass \(0 of 1; not: happy\)/);
  const narrowed = row(t, { partial: true });
  assert.match(told(doctor(t, { '.eval.jsonl': narrowed })).join('\n'), /no full run of this prompt/);
  const synthetic = row(t, {}, { synthetic: true });
  assert.match(told(doctor(t, { '.eval.jsonl': synthetic })).join('\n'), /synthetic/);
});

test('the row of another prompt is not evidence', (t) => {
  assert.match(told(doctor(t, { '.eval.jsonl': row(t, { id: 'edit' }) })).join('\n'), /no full run of this prompt/);
});

test('a prompt that requires no evidence gets no warning', (t) => {
  const meta = `${readyMeta}promotion: { require_eval: false }\n`;
  assert.deepEqual(told(doctor(t, { 'prompts/diff/meta.yml': meta }, true)), []);
});

test('a draft needs no evidence', (t) => {
  assert.deepEqual(told(doctor(t, { 'prompts/diff/meta.yml': goodMeta }, true)), []);
});

test('programs of eva.yml that no case uses make no evidence stale', (t) => {
  const files = { '.eval.jsonl': row(t), 'eva.yml': 'providers: { local: { type: command, command: [cat] } }\n' };
  assert.deepEqual(told(doctor(t, files)), []);
});
