import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { loadRubricsText, newEntries, textWithRubrics } from '#library/prompt/rubrics.js';
import { EvaError } from '#model/problem.js';
import { rubricFlaws } from '#model/rubric.js';

const file = 'prompts/a/rubrics.yml';

const now = new Date('2026-01-31T12:00:00Z');

const scale = { min: 1, max: 2 };

const kind = { text: 'It is kind.', scale, levels: { '1': 'Rude.', '2': 'Kind.' }, model: 'judge-1' };

test('a new rubric becomes an entry with the date, unless the file has one', () => {
  const [entry] = newEntries([], [kind], now);
  assert.deepEqual(entry, {
    behavior: 'It is kind.',
    scale,
    levels: kind.levels,
    written_by: 'judge-1',
    written: '2026-01-31',
  });
  assert.deepEqual(newEntries(entry ? [entry] : [], [{ ...kind, text: ' It is kind.\n' }], now), []);
  assert.equal(newEntries(entry ? [entry] : [], [{ ...kind, scale: { min: 1, max: 3 } }], now).length, 1);
});

test('a file without missing rubrics stays unchanged', () => {
  const text = textWithRubrics(null, file, [kind], now);
  assert.ok(text);
  assert.equal(textWithRubrics(text, file, [kind], now), null);
  assert.equal(textWithRubrics(null, file, [], now), null);
});

function refusal(text: string | null, rubrics: readonly (typeof kind)[]) {
  try {
    textWithRubrics(text, file, rubrics, now);
  } catch (error) {
    assert.ok(error instanceof EvaError, String(error));
    return error.problems.map(({ code, message, at }) => [at?.file, at?.line, code, message]);
  }
  return assert.fail('frozen');
}

test('an unreadable file is reported with its line, and gets no entry', () => {
  assert.deepEqual(
    refusal('rubrics:\n  - behavior: x\n    levels: { 1: a, 2: b }\n    scale: { min: 1, max: 3 }\n', [kind]),
    [[file, 3, 'EVA_BAD_RUBRIC', 'the rubric has no level 3 on a scale from 1 to 3']],
  );
});

test('entries that would make the file unreadable are refused, and the old file stays', () => {
  const told = `the rubrics that were written could not be read in ${file}, which stays as it was: `;
  assert.deepEqual(refusal(null, [{ ...kind, levels: { '1': 'Rude.', '2': ' rude.' } }]), [
    [file, undefined, 'EVA_BAD_RUBRIC', `${told}level 2 says the same as level 1`],
  ]);
  assert.deepEqual(refusal(null, [{ ...kind, text: 'x'.repeat(1024 * 1024) }]), [
    [file, undefined, 'EVA_TOO_LARGE', `${told}the file is larger than 1 MiB`],
  ]);
});

/** UTF-16 units that need escaping in some file, line or block, and a few that do not. */
const units = [
  ...Array.from({ length: 0xa1 }, (_, code) => code),
  0x2028,
  0x2029,
  0xd800,
  0xdfff,
  0xe000,
  0xfdd0,
  0xfeff,
  0xfffd,
  0xfffe,
  0xffff,
];

test('levels with any character are read back unchanged', () => {
  let count = 0;
  for (const unit of units) {
    const level = `a${String.fromCharCode(unit)}b ${String.fromCodePoint(0x1fffe)}`;
    const levels = { '1': 'None.', '2': level };
    if (rubricFlaws(levels, scale).length > 0) continue;
    const text = textWithRubrics(null, file, [{ ...kind, levels }], now) ?? '';
    const read = loadRubricsText(Buffer.from(text).toString(), file).value?.[0]?.levels['2'];
    assert.equal(read, level.replace(/\s+/gu, ' '), unit.toString(16));
    count += 1;
  }
  // The rest are 65 control characters, two separators of lines, two halves of characters, and U+FFFE and U+FFFF.
  assert.equal(count, units.length - 65 - 2 - 2 - 2);
});

test('the rubric of any behaviour is found in the file again', () => {
  const odd = fc.constantFrom(...units.map((unit) => String.fromCharCode(unit)));
  const parts = fc.array(fc.oneof(odd, fc.string({ maxLength: 60, unit: 'grapheme' })), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(parts, (some) => {
      const behavior = some.join('').trim();
      fc.pre(behavior !== '');
      const text = textWithRubrics(null, file, [{ ...kind, text: behavior }], now) ?? '';
      assert.equal(loadRubricsText(Buffer.from(text).toString(), file).value?.[0]?.behavior, behavior);
    }),
    { numRuns: 400 },
  );
});
