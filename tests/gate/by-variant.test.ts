import assert from 'node:assert/strict';
import test from 'node:test';
import { rowsOfVariant } from '#gate/gate.js';
import type { LoggedRow } from '#store/logs/eval-log.js';
import { promptWith } from '../support/prompt.js';
import { runRow } from '../support/run-row.js';
import { evidenceNow, good } from './gate-world.js';

const own = runRow();

const older = { ...good, prompt: '0'.repeat(64) };

const rows: readonly (readonly [what: string, row: object, belongs: boolean])[] = [
  ['of the variant and its files', { ...own, variant: 'small' }, true],
  ['of the same files under another name', { ...own, variant: 'large' }, true],
  ['of the variant and older files', { ...own, variant: 'small', evidence: older }, true],
  ['of another variant', { ...own, variant: 'large', evidence: older }, false],
  ['of a prompt without variants', { ...own, evidence: older }, false],
  ['with other cases or another model', { ...own, variant: 'small', override: true, evidence: older }, false],
  ['with another model that is now that of the files', { ...own, variant: 'x', override: true }, true],
  ['of another prompt', { ...own, id: 'other', variant: 'large', evidence: older }, true],
];

for (const [what, row, belongs] of rows) {
  test(`a row ${what} ${belongs ? 'belongs' : 'does not belong'} to the log of the variant`, () => {
    const prompt = promptWith({ id: own.id });
    const runs = { rows: [{ line: 1, value: row as LoggedRow }], bad: [] };
    const { rows: left } = rowsOfVariant({ prompt, runs }, { variant: 'small', cases: [], evidenceNow });
    assert.equal(left.length, belongs ? 1 : 0);
  });
}
