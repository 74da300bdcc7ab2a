import assert from 'node:assert/strict';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { RunResult } from '#model/run/run.js';
import { parseResultLines, resultPieces } from '#store/run/run-document.js';
import { sampleResult } from '../../report/run-sample.js';
import { resultOf } from '../../support/run-files.js';
import { tempLibrary } from '../../support/temp-library.js';

const finding = { about: 'contains: "x"', holds: true, reason: 'line\u2028 one\n"quoted" é' };

const result = resultOf({
  cases: [
    sampleResult('happy', true, [{ findings: [finding] }, { findings: [finding] }]),
    sampleResult('empty', null, []),
    sampleResult('        {"trials": [', false, [{ findings: [{ ...finding, holds: false }] }]),
  ],
});

const written = textOf(result);

function textOf(one: RunResult): string {
  return [...resultPieces(one, (text) => text)].join('');
}

function parsedFrom(t: test.TestContext, text: string | Buffer): unknown {
  const path = join(tempLibrary(t, {}), 'result.json');
  writeFileSync(path, text);
  const fd = openSync(path, 'r');
  try {
    return parseResultLines(fd, path);
  } finally {
    closeSync(fd);
  }
}

test('a result that is read line by line equals one that is read as a whole', (t) => {
  assert.deepEqual(parsedFrom(t, written), result);
  assert.deepEqual(parsedFrom(t, textOf(resultOf({ cases: [] }))), resultOf({ cases: [] }));
});

test('equal parts of trials and scores are one object', (t) => {
  const { cases } = parsedFrom(t, written) as RunResult;
  const [one, other] = cases[0]?.scores ?? [];
  assert.ok(one && other);
  assert.equal(one.findings, other.findings);
});

test('a file of another form is not read', (t) => {
  const others = {
    'pretty JSON': `${JSON.stringify(result, null, 2)}\n`,
    'one line': JSON.stringify(result),
    'cut off': written.slice(0, written.length / 2),
    'a damaged trial': written.replace('{"case":"happy"', '{"case":"hap'),
    'no UTF-8': Buffer.concat([Buffer.from(written.slice(0, -3)), Buffer.of(0xff, 0x0a)]),
    'no UTF-8 in a trial': Buffer.from(written.replace('{"case":"happy"', '{"case":"\u00ff"'), 'latin1'),
    'an empty file': '',
    'a list': '[]',
    'a text in the place of the cases': written.replace(/ {2}"cases": \[[\s\S]*$/, '  "cases": "none"\n}\n'),
  };
  for (const [what, text] of Object.entries(others)) assert.equal(parsedFrom(t, text), undefined, what);
});
