import assert from 'node:assert/strict';
import test from 'node:test';
import { discreet } from '#library/source/place.js';
import { openLibrary } from '../../promises/open-library.js';

const secret = 'S3CRET';

const secretLines = [
  `api_key_env: ${secret}`,
  `password: ${secret}`,
  `base_url: https://user:${secret}@host/v1`,
  `base_url: https:user:${secret}@host`,
  `base_url: //user:${secret}@host`,
  `base_url: http://${secret} user@host`,
  `base_url: https://host/v1?key=${secret}`,
  `headers: { Authorization: ${secret} }`,
];

test('a line that may hold a secret is not shown', () => {
  for (const source of secretLines) assert.deepEqual(discreet({ file: 'a', source }), { file: 'a' }, source);
  for (const source of ['max_tokens: 90', 'mail: a@host', 'base_url: https://host/v1', '- contains: "why?"'])
    assert.deepEqual(discreet({ file: 'a', source }), { file: 'a', source });
});

/** Entries of eva.yml with an address in each of the ways in which one can be wrong. */
const entries = [
  `base_url: "ftp://user:${secret}@host"`,
  `base_url: "http://${secret} user@host"`,
  `base_url: https://host/v1?key=${secret}`,
  `base_url: https://user:${secret}@host/v1`,
  `api_key_env: sk-${secret}`,
  `base_url: https://host/v1\n    base_url: https://user:${secret}@host/v1`,
  `base_url: [https://user:${secret}@host/v1`,
  `base_ur: https://user:${secret}@host/v1`,
];

for (const entry of entries) {
  test(`a secret is not shown with the problem of ${JSON.stringify(entry)}`, async (t) => {
    const { eva } = await openLibrary(t, {
      files: { 'eva.yml': `providers:\n  x:\n    type: openai\n    ${entry}\n` },
    });
    const { exitCode, stdout, stderr } = await eva('doctor');
    assert.equal(exitCode, 1);
    assert.ok(!`${stdout}${stderr}`.includes(secret), `${stdout}${stderr}`);
  });
}
