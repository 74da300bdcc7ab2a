import assert from 'node:assert/strict';
import test from 'node:test';
import { caseContradictions, passContradictions } from '#run/attempts/full-run.js';
import type { LoggedRow } from '#store/logs/eval-log.js';
import { caseWith } from '../support/prompt.js';
import { decision, runRow } from '../support/run-row.js';

/** Makes a green row of the cases `one` and `two`, with these fields replaced. */
const rowWith = (part: object = {}): LoggedRow => ({ ...runRow(), ...part });

const [one, two] = [decision('one', 'passed'), decision('two', 'passed')];

const tooFew = (cases: number) => `there are verdicts of ${cases} of 2 cases`;

const passes: readonly (readonly [what: string, part: object, flaws: readonly string[]])[] = [
  ['nothing', {}, []],
  ['one passed case fewer', { passed: 1 }, ['1 of 2 passed']],
  ['a failed case', { failed_cases: ['one'] }, ['failed_cases counts 1']],
  ['an omitted failed case', { cut: { failed_cases: 1 } }, ['failed_cases counts 1']],
  ['a failed verdict', { verdicts: [one, decision('two', 'failed')] }, ['a verdict of "two" is not passed']],
  [
    'an inconclusive verdict beside one that passed',
    { verdicts: [one, two, { ...two, outcome: 'inconclusive' }] },
    ['a verdict of "two" is not passed'],
  ],
  ['no outcome', { verdicts: [one, { case: 'two' }] }, ['a verdict of "two" is not passed']],
  ['no verdict of a case', { verdicts: [one] }, [tooFew(1)]],
  ['two verdicts of one case, none of the other', { verdicts: [one, one] }, [tooFew(1)]],
  ['no verdicts at all', { verdicts: [] }, [tooFew(0)]],
  ['omitted verdicts', { verdicts: [one], cut: { verdicts: 1 } }, []],
  ['an invalid count of omitted verdicts', { verdicts: [one], cut: { verdicts: -1 } }, [tooFew(1)]],
  ['verdicts without a case', { verdicts: [one, { outcome: 'passed' }] }, ['its verdicts cannot be read']],
  ['verdicts that are not a list', { verdicts: {} }, ['its verdicts cannot be read']],
  ['a row without `row: 1`', { row: undefined, verdicts: undefined }, []],
];

for (const [what, part, flaws] of passes) {
  test(`contradictions to a pass of all cases: ${what}`, () => {
    assert.deepEqual(passContradictions(rowWith(part)), flaws);
  });
}

const cases = [caseWith('one', []), caseWith('two', [])];

const counts = (verdicts: number) => [
  `it counts ${verdicts} ${verdicts === 1 ? 'verdict' : 'verdicts'}, and the prompt has 2 criteria`,
];

const files: readonly (readonly [what: string, part: object, flaws: readonly string[]])[] = [
  ['nothing', {}, []],
  ['another number of cases', { total: 3 }, ['it counts 3 cases, and the prompt has 2']],
  ['one verdict too few', { verdicts: [one] }, counts(1)],
  ['one verdict too many', { verdicts: [one, two, two] }, counts(3)],
  ['omitted verdicts', { verdicts: [one], cut: { verdicts: 1 } }, []],
  ['too many omitted verdicts', { verdicts: [one], cut: { verdicts: 2 } }, counts(3)],
  [
    'a case of another name',
    { verdicts: [one, decision('three', 'passed')] },
    ['it names the case "three", which the prompt does not have'],
  ],
];

for (const [what, part, flaws] of files) {
  test(`contradictions between a row and its cases: ${what}`, () => {
    assert.deepEqual(caseContradictions(rowWith(part), cases), flaws);
  });
}
