import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fixtureReports } from '../../support/views/fixture-reports.js';

/** The published schema. Views may have more fields in later versions, so it allows them; here every field must be known. */
function closedSchema(): object {
  const close = (_key: string, value: { readonly properties?: object } | null) =>
    value?.properties ? { additionalProperties: false, ...value } : value;
  return JSON.parse(readFileSync('schemas/view.schema.json', 'utf8'), close);
}

const valid = new Ajv2020({ strict: false, allErrors: true }).compile(closedSchema());

function flawsOf(view: unknown): readonly string[] {
  const plain: unknown = JSON.parse(JSON.stringify(view));
  if (valid(plain)) return [];
  const kind = (plain as { readonly kind: string }).kind;
  const own = { run: '#/$defs/View', runs: '#/$defs/RunsView', compare: '#/$defs/CompareView' }[kind] ?? '';
  return (valid.errors ?? []).map(
    ({ instancePath, message, params }) => `${own} ${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

for (const [name, make] of Object.entries(fixtureReports)) {
  test(`the views of the report "${name}" match the published schema`, () => {
    const report = make();
    assert.deepEqual(flawsOf(report.view), []);
    for (const { view } of report.runs()) assert.deepEqual(flawsOf(view), []);
  });
}

test('the published schema notices a missing and a wrong field', () => {
  const [run] = fixtureReports['red']?.().runs() ?? [];
  assert.ok(run);
  const { outcome: _outcome, ...without } = run.view;
  assert.notDeepEqual(flawsOf(without), []);
  assert.notDeepEqual(flawsOf({ ...run.view, exit_code: 'one' }), []);
});
