import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { loadCases } from '#library/cases/eval-file.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { loadConfig } from '#library/settings/config.js';
import { evidenceDigests } from '#run/plan/evidence.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';
import { said } from './said.js';

/** Returns the evidence digest of the cases of an eval.yml, and the problems of the file. */
function read(t: TestContext, evalText: string) {
  const root = tempLibrary(t, { ...goodPrompt(), 'prompts/diff/eval.yml': evalText });
  const prompt = loadPrompt(root, 'diff').value;
  const config = loadConfig(root).value;
  assert.ok(prompt && config);
  const { value, problems } = loadCases(root, prompt, config);
  const { cases } = evidenceDigests({
    body: prompt.body,
    cases: value?.cases ?? [],
    config: config.config,
    programs: [],
  });
  return { problems: said(problems), names: value?.cases.map(({ name }) => name), evidence: cases };
}

const written = `cases:
  - name: happy
    model: claude-opus-4-7
    inputs: { code: a }
    assert: [{ contains: a }, { max_tokens: 9 }]
`;

const anchored = (most: number) => `x-checks: &checks [{ contains: a }, { max_tokens: ${most} }]
x-notes: { model: nobody, cases: 7 }
cases:
  - name: happy
    model: claude-opus-4-7
    inputs: { code: a }
    assert: *checks
`;

test('keys that begin with x- may have anchors, and are part of the evidence only where aliases use them', (t) => {
  const [plain, same, other] = [read(t, written), read(t, anchored(9)), read(t, anchored(8))];
  assert.deepEqual([same.problems, same.names], [[], ['happy']]);
  assert.equal(same.evidence, plain.evidence);
  assert.notEqual(other.evidence, plain.evidence);
});

test('x- keys are allowed only at the top level, where other unknown keys are still refused', (t) => {
  const below = read(t, written.replace('    inputs', '    x-note: mine\n    inputs'));
  assert.equal(below.problems.length, 1);
  assert.match(below.problems[0] ?? '', /4:5 EVA_UNKNOWN_KEY unknown key "x-note"/);
  const top = read(t, `xchecks: [a]\n${written}`);
  assert.deepEqual(top.problems, [
    'eval.yml:1:1 EVA_UNKNOWN_KEY unknown key "xchecks" (known here: cases_of, defaults, triggering, compare, cases, scenarios, and x-… for anchors)',
  ]);
});
