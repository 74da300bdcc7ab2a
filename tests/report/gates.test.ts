import assert from 'node:assert/strict';
import test from 'node:test';
import { gateWarnings, type PromotionView, renderGates } from '#report/commands/gates.js';
import { plainPaint } from '#report/text/screen.js';
import { displayWidth } from '#report/text/visible.js';

const screen = { paint: plainPaint, width: 72 };
const met = { gate: 'uses', met: true, message: '12 uses, 10 are asked for', remedy: 'run it' };
const stale = {
  gate: 'evidence',
  met: false,
  message: 'stale: prompt.xml has changed since run 20260501-101500-k3v9, the last full one',
  remedy: 'eva eval surgical-diff',
};
const refused: PromotionView = {
  id: 'surgical-diff',
  from: 'tested',
  to: 'ready',
  gates: [met, stale],
  promoted: false,
  forced: false,
};
const lastLine = (promotion: PromotionView) => renderGates(promotion, screen).trimEnd().split('\n').at(-1);

test('every gate has its finding, and an unmet one its remedy', () => {
  assert.equal(
    renderGates(refused, screen),
    `
 surgical-diff  tested → ready

  ✓ uses      12 uses, 10 are asked for
  ✗ evidence  stale: prompt.xml has changed since run
              20260501-101500-k3v9, the last full one
              → eva eval surgical-diff

  1 of 2 gates is unmet; nothing was written
`,
  );
});

test('the last line has the decision', () => {
  assert.equal(lastLine({ ...refused, gates: [met], promoted: true }), '  surgical-diff is now ready');
  assert.equal(lastLine({ ...refused, gates: [met] }), '  every gate is met; nothing was written');
  assert.equal(
    lastLine({ ...refused, promoted: true, forced: true }),
    '  surgical-diff is now ready, forced past 1 unmet gate',
  );
});

test('no line is wider than 40 columns', () => {
  const lines = renderGates(refused, { paint: plainPaint, width: 40 }).split('\n');
  assert.deepEqual(
    lines.filter((line) => displayWidth(line) > 40),
    [],
  );
});

test('only unmet gates give warnings', () => {
  assert.equal(
    gateWarnings([met, stale], screen),
    'warning: gate evidence is unmet: stale: prompt.xml has changed since run 20260501-101500-k3v9, the last full one\n',
  );
  assert.equal(gateWarnings([met], screen), '');
});
