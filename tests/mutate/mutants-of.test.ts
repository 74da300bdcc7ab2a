import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import test from 'node:test';
import { loadBody } from '#library/prompt/body.js';
import { type Body, bodyTexts } from '#model/prompt.js';
import type { MutationKind } from '#model/run/mutation.js';
import { bodyDigest } from '#model/text/body.js';
import { placeholders } from '#model/text/quoted.js';
import { changedBody, type Mutant, maxMutants, mutantsOf, sampleMutants } from '#mutate/mutants-of.js';
import { matchesGolden } from '../support/golden.js';
import { tempLibrary } from '../support/temp-library.js';
import { bodies } from './bodies.js';

function loaded(t: TestContext, file: string, text: string) {
  const root = tempLibrary(t, { [`prompts/p/${file}`]: text });
  const { value, problems } = loadBody(root, 'p');
  assert.ok(value, JSON.stringify(problems));
  return value;
}

function fromText(body: string) {
  const place = (start: number, end: number) => ({ file: 'f', line: start, column: end });
  return { body, body_places: { texts: [{ text: body, place }], files: [], roles: [] } };
}

const signs = { same: '', removed: '-', added: '+' } as const;

function shown({ id, kind, at, change }: Mutant): string {
  const pieces = change.map((piece) => `${signs[piece.kind]}${JSON.stringify(piece.text)}`).join(' ');
  return `${id} ${kind} ${at.file.split('/').at(-1)}:${at.line}:${at.column} ${pieces}\n`;
}

function variablesOf(body: Body): readonly string[] {
  return [...new Set(bodyTexts(body).flatMap((text) => placeholders(text)))].sort();
}

for (const [name, { file, text }] of Object.entries(bodies)) {
  test(`Every mutant of a body is listed with its place and change: ${name}`, (t) => {
    const { mutants } = mutantsOf(loaded(t, file, text));
    matchesGolden(`mutation/${name.replaceAll(' ', '-')}`, mutants.map(shown).join(''));
  });
}

test('A mutant has the variables of its body, apart from a blanked one, and differs from the body and all other mutants', (t) => {
  for (const [name, { file, text }] of Object.entries(bodies)) {
    const { body, body_places } = loaded(t, file, text);
    const { mutants } = mutantsOf({ body, body_places });
    const digests = mutants.map((mutant) => bodyDigest(changedBody(body, mutant.candidate)));
    assert.equal(new Set([...digests, bodyDigest(body)]).size, mutants.length + 1, name);
    assert.equal(new Set(mutants.map(({ id }) => id)).size, mutants.length, name);
    for (const mutant of mutants) {
      const left = variablesOf(body).filter((variable) => variable !== mutant.candidate.blanked);
      assert.deepEqual(variablesOf(changedBody(body, mutant.candidate)), left, `${name} ${mutant.id}`);
    }
  }
});

test('The shown sides of a change are in the body and in the mutant', (t) => {
  for (const [name, { file, text }] of Object.entries(bodies)) {
    const { body, body_places } = loaded(t, file, text);
    for (const mutant of mutantsOf({ body, body_places }).mutants) {
      if (mutant.candidate.exchange !== undefined) continue;
      const [before, after] = (['added', 'removed'] as const).map((kind) =>
        mutant.change.flatMap((piece) => (piece.kind === kind ? [] : [piece.text])).join(''),
      );
      const [old, changed] = [body, changedBody(body, mutant.candidate)].map((one) => bodyTexts(one).join('\n'));
      assert.ok(old?.includes(before ?? '-') && changed?.includes(after ?? '-'), `${name} ${shown(mutant)}`);
    }
  }
});

test('Random texts with placeholders at any point give mutants with the same variables', () => {
  const parts = [
    '{{',
    '}}',
    '{{a}}',
    '{{ b }}',
    'a',
    'b',
    ' ',
    '\n',
    '. ',
    '- ',
    '1. ',
    'must not',
    '3',
    '<r>',
    '</r>',
    '!',
  ];
  let state = 7;
  const random = (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: 4 + random(20) }, () => parts[random(parts.length)]).join('');
    const prompt = fromText(text);
    for (const mutant of mutantsOf(prompt).mutants) {
      const left = variablesOf(text).filter((variable) => variable !== mutant.candidate.blanked);
      assert.deepEqual(variablesOf(changedBody(text, mutant.candidate)), left, JSON.stringify([text, mutant]));
    }
  }
});

test('Kinds can be chosen, and a sample is the same for the same seed and keeps the order', (t) => {
  const prompt = loaded(t, 'prompt.xml', bodies['xml']?.text ?? '');
  const all = mutantsOf(prompt).mutants;
  const kinds: readonly MutationKind[] = ['negate', 'drop_rule'];
  const chosen = mutantsOf(prompt, kinds).mutants;
  assert.deepEqual(
    chosen.map(({ id }) => id),
    all.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id),
  );
  const sample = sampleMutants(all, 5, 1);
  assert.equal(sample.length, 5);
  assert.deepEqual(sampleMutants(all.toReversed(), 5, 1).toReversed(), sample);
  assert.notDeepEqual(sampleMutants(all, 5, 2), sample);
  assert.deepEqual(sampleMutants(all, 1000, 2), all);
});

test('A body of 100 KB has at most 1,000 mutants, from all of its parts', () => {
  const rule = '<rule>You must write 3 sentences. Never guess.</rule>\n';
  const text = Array.from({ length: 2000 }, (_one, at) => rule.replace('guess', `guess the word w${at}x`)).join('');
  const { mutants, left_out } = mutantsOf(fromText(text));
  assert.ok(text.length > 100_000);
  assert.ok(mutants.length > maxMutants * 0.9 && mutants.length <= maxMutants, `${mutants.length}`);
  assert.ok(left_out > 5000);
  assert.ok((mutants.at(-1)?.at.line ?? 0) > text.length * 0.99);
});

test('Texts made to slow patterns down take no more than the time of reading them a few times', () => {
  const size = 200_000;
  const hostile = [
    '<a',
    '<',
    '<a ',
    'a.',
    '. ',
    '...',
    '- ',
    '1',
    '1.',
    '1,',
    '{{',
    '{{ ',
    '"',
    'must ',
    '<!--',
    '```\n',
    '    ',
    '\n\n',
    '<a>',
    '</a>',
    '|',
    '# ',
    '[',
    '*',
    'é',
    ': ',
    '\u001b[2J',
  ];
  for (const piece of hostile) {
    const text = `Do it. ${piece.repeat(Math.ceil(size / piece.length))} x {{a}} never.`;
    const before = process.cpuUsage().user;
    mutantsOf(fromText(text));
    const seconds = (process.cpuUsage().user - before) / 1e6;
    assert.ok(seconds < 20, `${JSON.stringify(piece)} took ${seconds} s`);
  }
});
