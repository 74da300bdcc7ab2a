import assert from 'node:assert/strict';
import { test } from 'node:test';
import { github } from '#report/formats/github.js';
import { junit } from '#report/formats/junit.js';
import { markdown } from '#report/formats/markdown.js';
import { pretty } from '#report/formats/pretty-report.js';
import type { RunsReport } from '#report/formats/report.js';
import { matchesGolden } from '../../support/golden.js';
import { fixtureReports } from '../../support/views/fixture-reports.js';
import { parseWithFastXml, parseWithSaxes } from '../../support/xml-parsers.js';
import { written } from './reports.js';

const reporters = { junit, markdown, github };

/** Reports without a golden text: "everything" and "several-prompts" have their lines, or their names alone are special. */
const withoutGolden = ['red', 'data-set', '60-cases', 'cjk-emoji', 'unfinished', 'synthetic', 'long-names'];

for (const name of Object.keys(fixtureReports).filter((name) => !withoutGolden.includes(name))) {
  test(`each format of "${name}" is as in its golden file`, async () => {
    const texts = Object.entries(reporters).map(async ([format, reporter]) => {
      return `──── ${format}\n${await written(reporter, fixtureReports[name]?.() ?? assert.fail())}`;
    });
    matchesGolden(`reporters/${name}`, (await Promise.all(texts)).join('\n'));
  });
}

for (const [name, make] of Object.entries(fixtureReports)) {
  test(`Two XML parsers read the same of "${name}"`, async () => {
    const xml = await written(junit, make());
    assert.deepEqual(parseWithFastXml(xml), parseWithSaxes(xml));
  });

  test(`No line about a result occurs twice in reports of each run of "${name}"`, async () => {
    for (const report of runsApart(make())) {
      for (const own of [pretty, junit, markdown, github]) {
        const lines = resultLines(await written(own, report));
        assert.deepEqual(
          lines.filter((line, at) => lines.indexOf(line) !== at),
          [],
        );
      }
    }
  });
}

/** Returns a report of each run: runs of several models can have equal lines. */
function runsApart(report: RunsReport): readonly RunsReport[] {
  return [...report.runs()].map((run) => ({
    ...report,
    arrangement: 'run',
    view: { ...report.view, runs: [run.line], matrices: [] },
    runs: () => [run],
  }));
}

/**
 * Returns the lines of a report that say how something came out: with its name where a format has it on the line before, and without replies,
 * which are indented or preformatted.
 */
function resultLines(text: string): readonly string[] {
  const lines = text
    .replace(/<pre>[\s\S]*?<\/pre>/g, '')
    .replace(/(<testcase [^>]*>)\n */g, '$1')
    .replace(/^ {2,}(?:input|user|reply|call|step|class|ended|wrote|extract|check|judge) .*$(?:\n {10}.*$)*/gm, '')
    .split('\n')
    .map((line) => line.trim());
  return lines.filter((line) => /[✗✓?]|\d+ of \d|<testcase|::/.test(line) && !/^(?:[✗?] |trials? |item )/.test(line));
}
