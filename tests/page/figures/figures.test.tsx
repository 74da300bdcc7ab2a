import assert from 'node:assert/strict';
import test from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { ConfusionTable } from '#page/figures/confusion.js';
import { BinPlot, DotPlot } from '#page/figures/dots.js';
import { type Interval, IntervalFigure } from '#page/figures/interval.js';
import { PathPlot } from '#page/figures/path.js';
import { text } from '#report/view/text.js';
import type { ConfusionFigure, DotsFigure, PathFigure } from '#report/view/view.js';

const scale = { from: 0, to: 1 };
const interval: Interval = {
  ...{ outcome: 'passed', estimate: 0.9, lower: 0.8, upper: 1, bar: 0.5, better: 'up' },
};

function drawn(changes: Partial<Interval>): string {
  return renderToString(<IntervalFigure of={{ ...interval, ...changes }} scale={scale} sentence="said" />);
}

test('an interval has its sentence, its line, its tick and the good side of its bar', () => {
  const svg = drawn({});
  assert.match(svg, /role="img" aria-label="said"/);
  assert.match(svg, /class="rng"[^>]*x1="79.40%" x2="99.00%"/);
  assert.match(svg, /class="tick"[^>]*x1="50.00%"/);
  assert.match(svg, /class="good"[^>]*x="50.00%"[^>]*width="49.00%"/);
  assert.match(drawn({ better: 'down' }), /class="good"[^>]*x="1.00%"[^>]*width="49.00%"/);
});

test('outcomes differ by the shape of the dot', () => {
  assert.match(drawn({}), /<circle class="dot"/);
  assert.match(drawn({ outcome: 'failed' }), /<path class="dot"/);
  assert.match(drawn({ outcome: 'inconclusive' }), /<circle class="hole"/);
});

test('a line reaches the end of the figure where it has no bound, and is dotted without any', () => {
  assert.match(drawn({ lower: null }), /class="rng"[^>]*x1="1.00%" x2="99.00%"/);
  const dotted = drawn({ lower: null, upper: null });
  assert.match(dotted, /class="open"[^>]*stroke-dasharray/);
  assert.doesNotMatch(dotted, /class="rng"/);
  assert.doesNotMatch(drawn({ estimate: null }), /dot|rng|open/);
});

const path: PathFigure = {
  ...{ figure: 'path', sentence: text('7 of 11 miss'), claim: 0, unit: 'trial', up: 'misses', across: 'trials' },
  ...{
    most: 60,
    limit: 6,
    points: [
      [1, 1],
      [2, 2],
      [4, 3],
      [6, 4],
      [8, 5],
      [10, 6],
      [11, 7],
    ],
  },
};

test('a path climbs to its last point and says where it crossed its limit', () => {
  const svg = renderToString(<PathPlot figure={path} outcome="failed" />);
  assert.match(svg, /aria-label="7 of 11 miss"/);
  assert.match(svg, /7th miss at trial 11, 6 may miss/);
  assert.match(svg, /class="ln failed"[^>]*d="M0,1000L16.7,1000/);
  assert.match(svg, /class="zone failed"/);
});

test('the words of a path are above the plot, and its limits are steps', () => {
  const { limit: _limit, ...open } = path;
  const stop = [
    [3, 2],
    [10, 7],
    [60, 9],
  ] as const;
  const svg = renderToString(<PathPlot figure={{ ...open, stop }} outcome="inconclusive" />);
  const [, bound = ''] = /class="bound"[^>]*d="([^"]*)"/.exec(svg) ?? [];
  const corners = bound
    .split(/[ML]/)
    .slice(1)
    .map((corner) => corner.split(','));
  for (const [at, [x, y]] of corners.entries()) {
    const [left, up] = corners[at - 1] ?? [x, y];
    assert.ok(x === left || y === up, `a slope in ${bound}`);
  }
  assert.match(svg, /<text class="strong" y="-11"[^>]*>7 misses at trial 11</);
  assert.match(svg, /At the dashed line it gives up\./);
});

test('a path of a test with two lines says what is beyond them', () => {
  const { limit: _limit, ...open } = path;
  const lines = {
    pass: [
      [5, 0],
      [60, 4],
    ],
    stop: [
      [1, 3],
      [60, 8],
    ],
  } as const;
  const svg = renderToString(<PathPlot figure={{ ...open, ...lines }} outcome="failed" />);
  assert.match(svg, /At the upper dashed line it gives up, at the lower one it passes\./);
  assert.match(svg, /7 misses at trial 11/);
});

const dots: DotsFigure = {
  ...{ figure: 'dots', sentence: text('scores'), about: text('judge'), unit: text(''), threshold: 6, better: 'up' },
  values: [5, 7, 7, 8, 10],
};

test('each value has a dot, and those beyond the threshold have another shape', () => {
  const svg = renderToString(<DotPlot figure={dots} />);
  assert.equal(svg.match(/<circle class="dot passed"/g)?.length, 4);
  assert.equal(svg.match(/<path class="dot failed"/g)?.length, 1);
  assert.match(svg, />6 or more</);
  const down = renderToString(<DotPlot figure={{ ...dots, better: 'down' }} />);
  assert.equal(down.match(/<path class="dot failed"/g)?.length, 4);
  const strict = renderToString(<DotPlot figure={{ ...dots, better: 'down', threshold: 7, is_strict: true }} />);
  assert.equal(strict.match(/<path class="dot failed"/g)?.length, 4, 'a value at a strict threshold is beyond it');
  assert.match(strict, />below 7</);
});

test('the axis of a judge has its whole scale, and no other value', () => {
  const labels = (figure: DotsFigure) =>
    [...renderToString(<DotPlot figure={figure} />).matchAll(/<text[^>]*>(\d+)</g)].map(([, label]) => label);
  const scored = (scale: readonly [number, number]) => labels({ ...dots, scale, threshold: 4, values: [4, 4, 5] });
  assert.deepEqual(scored([1, 5]), ['1', '2', '3', '4', '5']);
  assert.deepEqual(scored([1, 10]), ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  assert.deepEqual(scored([0, 100]), ['0', '20', '40', '60', '80', '100']);
});

test('values without a threshold have no colour of a verdict', () => {
  const svg = renderToString(<DotPlot figure={{ ...dots, threshold: null, better: null }} />);
  assert.equal(svg.match(/<circle class="dot shown"/g)?.length, 5);
  assert.doesNotMatch(svg, /passed|failed/);
});

test('many values are columns', () => {
  const { values: _values, ...facts } = dots;
  const figure = { ...facts, figure: 'bins', edges: [0, 6, 12], counts: [300, 700], unknown: 0 } as const;
  const svg = renderToString(<BinPlot figure={figure} />);
  assert.match(svg, /class="col failed"/);
});

test('a table of classes frames the most frequent mistake and hides an empty last column', () => {
  const figure: ConfusionFigure = {
    ...{ figure: 'confusion' as const, sentence: text('two classes'), expectation: 0 },
    ...{
      labels: [text('a'), text('b')],
      counts: [
        [8, 2, 0],
        [0, 5, 0],
      ],
      worst: { row: 0, column: 1 },
    },
  } as const;
  const html = renderToString(<ConfusionTable figure={figure} />);
  assert.match(html, /<td class="h2 w1">2<\/td>/);
  assert.match(html, /<td>80%<\/td>/);
  assert.doesNotMatch(html, /no class/);
  const other = {
    ...figure,
    counts: [
      [8, 1, 1],
      [0, 5, 0],
    ],
  };
  assert.match(renderToString(<ConfusionTable figure={other} />), /no class/);
});
