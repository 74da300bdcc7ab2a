import assert from 'node:assert/strict';
import test from 'node:test';
import { defaultStyles, styleAxes } from '#model/settings.js';
import { drawStyle } from '#subject/simulated-user.js';

const trials = 5_000;

function stylesOf(seed: number, name = 'log in', count = 20) {
  return Array.from({ length: count }, (_, trial) => drawStyle(defaultStyles, { seed, case: name, trial }));
}

/** Counts each drawn value, in the order of the axis. */
function counts(values: readonly string[], drawn: readonly string[]): readonly number[] {
  return values.map((value) => drawn.filter((one) => one === value).length);
}

test('the same seed, case and trial draw the same style', () => {
  assert.deepEqual(stylesOf(7), stylesOf(7));
});

test('the style of a trial never changes, since old runs rely on it', () => {
  // From sha256('{"axis":AXIS,"case":"log in","seed":0,"trial":0}'), first 12 hex digits modulo the number of values.
  assert.deepEqual(drawStyle(defaultStyles, { seed: 0, case: 'log in', trial: 0 }), {
    proficiency: 'an expert who uses precise terms',
    tone: 'neutral',
    verbosity: 'a long account with details that do not matter',
    formality: 'slang and abbreviations, no capitals',
  });
});

test('another seed, another case and another trial draw other styles', () => {
  const base = JSON.stringify(stylesOf(7));
  assert.notEqual(JSON.stringify(stylesOf(8)), base);
  assert.notEqual(JSON.stringify(stylesOf(7, 'log out')), base);
  assert.ok(new Set(stylesOf(7).map((style) => JSON.stringify(style))).size > 15);
});

for (const axis of styleAxes) {
  test(`the values of ${axis} are drawn equally often`, () => {
    const values = defaultStyles[axis];
    const drawn = stylesOf(1, 'log in', trials).map((style) => style[axis]);
    const share = 1 / values.length;
    const sigma = Math.sqrt(trials * share * (1 - share));
    for (const count of counts(values, drawn)) assert.ok(Math.abs(count - trials * share) < 4 * sigma, `${count}`);
  });
}

test('the axes are drawn independently', () => {
  const drawn = stylesOf(1, 'log in', trials);
  const pairs = defaultStyles.tone.flatMap((tone) => defaultStyles.formality.map((form) => ({ tone, form })));
  const share = 1 / pairs.length;
  const sigma = Math.sqrt(trials * share * (1 - share));
  for (const { tone, form } of pairs) {
    const count = drawn.filter((style) => style.tone === tone && style.formality === form).length;
    assert.ok(Math.abs(count - trials * share) < 4.5 * sigma, `${tone}, ${form}: ${count}`);
  }
});

test('an axis with one value always has it', () => {
  const styles = { ...defaultStyles, tone: ['angry'] };
  for (let trial = 0; trial < 20; trial++) assert.equal(drawStyle(styles, { seed: 0, case: 'a', trial }).tone, 'angry');
});
