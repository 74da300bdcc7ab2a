import assert from 'node:assert/strict';
import test from 'node:test';
import { runEva } from '../support/run-eva.js';
import { type Files, goodEval, goodMeta, goodPrompt, tempLibrary } from '../support/temp-library.js';

const metaYml = 'prompts/diff/meta.yml';
const evalYml = 'prompts/diff/eval.yml';
const withoutValue = goodEval.replace('    inputs: { code: "x = 1" }\n', '');
const triggering = 'defaults: { model: claude-opus-4-7 }\ntriggering: { should_match: [change x] }\n';

/** A mistake, a part of the hint that answers it, and the files after somebody did what the hint says. */
interface Followed {
  readonly wrong: Files;
  readonly hint: string;
  readonly right: Files;
  readonly argv?: readonly string[];
}

const rows: Readonly<Record<string, Followed>> = {
  'a file with a name that eva does not read': {
    wrong: { [metaYml]: null, 'prompts/diff/meta.yaml': goodMeta },
    hint: 'rename it to meta.yml',
    right: { [metaYml]: goodMeta, 'prompts/diff/meta.yaml': null },
  },
  'a value that is missing': {
    wrong: { [metaYml]: null, [evalYml]: withoutValue },
    hint: 'write inputs: { code: … }',
    right: { [evalYml]: goodEval },
  },
  'braces that are plain text': {
    wrong: { [metaYml]: null, [evalYml]: withoutValue },
    hint: 'list all inputs under "inputs:" in meta.yml, this one with default: "{{code}}"',
    right: { [metaYml]: 'inputs:\n  - { name: code, default: "{{code}}" }\n' },
  },
  'single braces': {
    wrong: { [metaYml]: null, 'prompts/diff/prompt.xml': 'Change {code}.\n' },
    hint: 'write {{code}} in the body',
    right: { 'prompts/diff/prompt.xml': 'Change {{code}}.\n' },
  },
  'queries without a description': {
    wrong: { [metaYml]: null, [evalYml]: triggering },
    hint: 'description: Reviews a diff. Use when code changes.',
    right: { [metaYml]: 'description: Reviews a diff. Use when code changes.\n' },
  },
  'an id that is not that of the folder': {
    wrong: { [metaYml]: 'id: dif\n' },
    hint: 'write id: diff',
    right: { [metaYml]: 'id: diff\n' },
  },
  'a key without a value': {
    wrong: { [metaYml]: 'inputs:\n' },
    hint: 'give it a value, or remove it',
    right: { [metaYml]: '' },
  },
  'a status that other keys refer to': {
    wrong: { [metaYml]: 'status: &s draft\nmood: *s\npromotion: { require_eval: false }\n' },
    hint: 'write status and updated as plain words on lines of their own',
    right: { [metaYml]: 'status: draft\nupdated: 2026-01-03\nmood: draft\npromotion: { require_eval: false }\n' },
    argv: ['promote', 'diff'],
  },
};

for (const [mistake, { wrong, hint, right, argv = ['plan', 'diff'] }] of Object.entries(rows)) {
  test(`${mistake}: the hint works`, async (t) => {
    const before = tempLibrary(t, { ...goodPrompt(), ...wrong });
    const { stderr, exitCode } = await runEva(argv, { cwd: before });
    assert.equal(exitCode, 2, stderr);
    assert.ok(stderr.replaceAll(/\n\s*\|?\s*/g, ' ').includes(hint), stderr);
    const after = await runEva(argv, { cwd: tempLibrary(t, { ...goodPrompt(), ...wrong, ...right }) });
    assert.deepEqual([after.exitCode, after.stderr], [0, '']);
  });
}
