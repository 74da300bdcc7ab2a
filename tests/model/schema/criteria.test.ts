import assert from 'node:assert/strict';
import test from 'node:test';
import { criteria } from '#decide/criteria/index.js';
import { documentSchema } from '#model/schema/documents.js';

test('a file can name every criterion except every_trial, which is the default', () => {
  const { criterion } = documentSchema('eval')['$defs'] as unknown as { criterion: { properties: object } };
  assert.deepEqual(
    [...Object.keys(criterion.properties), 'every_trial'].sort(),
    criteria.map(({ name }) => name).sort(),
  );
});
