import assert from 'node:assert/strict';
import test from 'node:test';
import { noSources, type ReplySources } from '#model/reply/reply-sources.js';
import { runRow } from '../support/run-row.js';
import { gatesOf } from './gate-world.js';

/** Returns the gate of a `tested` prompt with servers: official, for a run with these sources. */
function gateOf(name: 'servers' | 'real', sources: ReplySources | undefined) {
  const { sources: _sources, ...row } = runRow();
  const promotion = { servers: 'official' } as const;
  return gatesOf({ prompt: { promotion }, runs: [{ ...row, ...(sources && { sources }) }] }).find(
    ({ gate }) => gate === name,
  );
}

const asked: ReplySources = { ...noSources, asked: 2 };

const named = (name: string) => [{ name, replies: 1 }];

const refused: readonly (readonly [what: string, sources: ReplySources | undefined, said: RegExp])[] = [
  [
    "a server that is not the provider's own",
    { ...asked, servers: named('http://127.0.0.1:1') },
    /from 127\.0\.0\.1:1,/,
  ],
  ['a program in the place of a model', { ...asked, programs: named('bot.mjs') }, /from the program bot\.mjs,/],
  ['a row without sources', undefined, /does not say who answered/],
];

for (const [what, sources, said] of refused) {
  test(`with servers: official ${what} closes the gate`, () => {
    const gate = gateOf('servers', sources);
    assert.equal(gate?.met, false);
    assert.match(gate?.message ?? '', said);
  });
}

test('the application under test may be a program, and no other server answered', () => {
  assert.equal(gateOf('servers', { ...asked, applications: named('app.mjs') })?.met, true);
  assert.equal(gateOf('servers', asked)?.met, true);
});

test('the gate says how many replies each of several gave', () => {
  const { message = '' } =
    gateOf('real', { ...asked, asked: 5, applications: named('app.mjs'), servers: named('http://a') }) ?? {};
  assert.match(message, /: 1 answered by the program app\.mjs, 1 from a, 3 from a model/);
});

test('a reply that a person wrote closes the gate, whatever the evidence says', () => {
  assert.equal(gateOf('real', { ...asked, synthetic: 1 })?.met, false);
});
