import assert from 'node:assert/strict';
import test from 'node:test';
import { foldRows, type TestCase } from '#import/assemble/fold-rows.js';
import { hoist } from '#import/assemble/hoist.js';
import { type DraftPrompt, noExpects } from '#import/draft.js';
import { openLedger } from '#import/finding.js';
import { type Diagnose, settleDrafts } from '#import/writing/stage.js';
import type { JsonObject } from '#model/data/json.js';
import { assertionAt } from '../assemble/drafts.js';

/** A case whose checks are assertions at the given lines. */
function caseAt(name: string, lines: readonly number[], rowsFile?: string): TestCase {
  const items: readonly JsonObject[] = [{ contains: 'refused' }, { contains: name }];
  const test = { node: assertionAt(99), vars: {}, asserts: [], options: {}, ...(rowsFile && { rowsFile }) };
  return {
    name,
    tests: [test],
    extras: { metadata: {}, vars: {} },
    setup: { inputs: { x: name } },
    isLook: false,
    expects: { ...noExpects, assert: lines.map((line, at) => ({ item: items[at] ?? {}, source: assertionAt(line) })) },
    comments: [],
  };
}

/** Settles one prompt whose check `refused` is refused. Returns the lines that are left out, and whether another check is still there. */
function settle(parts: Pick<DraftPrompt['eval'], 'shared' | 'cases'>) {
  const ledger = openLedger();
  const body = { path: 'prompt.md', content: 'Say {{x}}' };
  const draft: DraftPrompt = { id: 'say', meta: {}, body, eval: { defaults: {}, ...parts }, files: [] };
  let rounds = 0;
  const diagnose: Diagnose = () => {
    rounds += 1;
    const at = { file: 'prompts/say/eval.yml', line: lineOfRefused(parts) };
    return rounds > 1 ? [] : [{ severity: 'error', code: 'EVA_CHECK', message: 'no', at } as never];
  };
  const [settled] = settleDrafts([draft], { settings: null, diagnose, ledger, config: 'c.yaml' }) ?? [];
  const left = [settled?.eval.shared, ...(settled?.eval.cases.map(({ expects }) => expects) ?? [])];
  return {
    lines: ledger.all().map(({ at }) => at.line),
    checks: left.flatMap((expects) => expects?.assert.map(({ item }) => item['contains']) ?? []),
  };
}

/** The refused check is the first of `assert`, in `defaults` or in the only case. */
function lineOfRefused({ shared }: Pick<DraftPrompt['eval'], 'shared'>): number {
  return shared.assert.length > 0 ? 4 : 9;
}

test('a check that cases share and that is refused is listed at the assertion of each of them', () => {
  const { lines, checks } = settle(hoist([caseAt('a', [1, 2]), caseAt('b', [3, 4]), caseAt('c', [5, 6])]));
  assert.deepEqual(lines, [1, 3, 5]);
  assert.deepEqual(checks, ['a', 'b', 'c']);
});

test('a check that rows share and that is refused is listed at the assertion of each of them', () => {
  const rows = ['a', 'b', 'c'].map((name, at) => caseAt(name, [2 * at + 1, 2 * at + 2], 'rows.csv'));
  const { lines, checks } = settle({ shared: noExpects, cases: foldRows(rows).cases });
  assert.deepEqual(lines, [1, 3, 5]);
  assert.deepEqual(checks, [{ field: 'expected' }]);
});

test('cases that no eval.yml can hold block the import before they are written', () => {
  const cases = Array.from({ length: 30 }, (_, at) => caseAt(`${at}${'x'.repeat(100_000)}`, [at]));
  const ledger = openLedger();
  const body = { path: 'prompt.md', content: 'Say {{x}}' };
  const draft = { id: 'say', meta: {}, body, eval: { defaults: {}, shared: noExpects, cases }, files: [] };
  const diagnose = () => assert.fail('nothing is written that could be looked at');
  assert.equal(settleDrafts([draft], { settings: null, diagnose, ledger, config: 'c.yaml' }), null);
  assert.deepEqual(
    ledger.all().map(({ effect, what }) => [effect, what]),
    [['blocks', 'tests']],
  );
});
