import assert from 'node:assert/strict';
import { test } from 'node:test';
import { github } from '#report/formats/github.js';
import { junit } from '#report/formats/junit.js';
import { markdown } from '#report/formats/markdown.js';
import type { Report } from '#report/formats/report.js';
import type { CaseView, View } from '#report/view/view.js';
import { runnerCommands } from '../../support/github-runner.js';
import { hostileTexts, withEveryText } from '../../support/hostile-texts.js';
import { comparison, smallCase, withOutcome } from '../compare/sample-comparisons.js';
import { datasetViews } from '../dataset-sample.js';
import { sampleViews } from '../sample-views.js';
import { compareReportOf, reportOf, sampleOf, summaryOf, written } from './reports.js';

const red = sampleOf(sampleViews, 'verdicts');

const slices = sampleOf(datasetViews, 'a data set with a failed slice');

test('The runner reads an annotation with its file, line, title and message', async () => {
  const [first] = runnerCommands(await written(github, reportOf([red])));
  assert.deepEqual(first, {
    name: 'error',
    properties: { file: 'prompts/release-notes/eval.yml', line: '50', title: '✗ disproved' },
    data: '5 of 11 trials (45.5%), at most 72.9%, 1 without a usable answer; the bar is 95%. Missed 5 times: contains: "<diff>"',
  });
});

test('A slice has an annotation of its own, and colons and commas in names stay in the title', async () => {
  const commands = runnerCommands(await written(github, reportOf([withEveryText(slices, 'a: b, c=d%25')])));
  assert.deepEqual(
    commands.filter(({ name }) => name === 'error').map(({ properties }) => properties['title']),
    ['✗ a: b, c=d%25', '✗ a: b, c=d%25 [a: b, c=d%25=a: b, c=d%25]'],
  );
});

test('Inconclusive is a warning, passed is nothing, and what limits the verdict is one notice', async () => {
  const view: View = { ...red, flags: ['synthetic', 'partial'] };
  const commands = runnerCommands(await written(github, reportOf([view, view, sampleOf(sampleViews, 'green')])));
  const titles = (wanted: string) =>
    commands.filter(({ name }) => name === wanted).map(({ properties }) => properties['title']);
  assert.deepEqual(titles('warning'), ['~ open (claude-opus-4-7)', '~ open (claude-opus-4-7)']);
  assert.deepEqual(titles('notice'), ['SYNTHETIC: release-notes', 'partial: release-notes']);
  assert.ok(
    !commands.some(
      ({ properties }) => properties['title']?.includes('proven') && !properties['title'].includes('disproved'),
    ),
  );
});

test('Missing replies are one error for each provider', async () => {
  const unfinished = sampleOf(sampleViews, 'unfinished');
  const other: View = {
    ...unfinished,
    title: { raw: 'other' },
    facts: unfinished.facts.map((fact) => (fact.name === 'model' ? { ...fact, value: { raw: 'openai:gpt-6' } } : fact)),
  };
  const commands = runnerCommands(
    await written(github, reportOf([unfinished, { ...unfinished, title: { raw: 'b' } }, other])),
  );
  const own = commands.filter(({ properties }) => properties['title']?.startsWith('? unfinished'));
  assert.deepEqual(
    own.map(({ properties }) => properties['title']),
    ['? unfinished: release-notes, b', '? unfinished: other'],
  );
  assert.deepEqual(
    own.map(({ data }) => data.slice(0, 9)),
    ['6 replies', '3 replies'],
  );
});

/** Returns a view of so many failed cases, of which the last is the furthest from its bar. */
function manyFailed(number: number): View {
  const [failed] = red.cases;
  const [claim] = failed?.claims ?? [];
  assert.ok(failed && claim);
  const cases = Array.from({ length: number }, (_, at): CaseView => {
    const found = { ...claim.found, estimate: 0.9 - at / (2 * number) };
    return { ...failed, name: { raw: `case ${at}` }, claims: [{ ...claim, found }] };
  });
  return { ...red, cases };
}

test('Of more than ten errors the nine worst are sent, and a tenth that counts the others', async () => {
  const titles = async (number: number) =>
    runnerCommands(await written(github, reportOf([manyFailed(number)]))).map(({ properties }) => properties['title']);
  assert.equal((await titles(10)).length, 10);
  const many = await titles(30);
  assert.equal(many.length, 10);
  assert.deepEqual(
    many.slice(0, 9),
    [29, 28, 27, 26, 25, 24, 23, 22, 21].map((at) => `✗ case ${at}`),
  );
  assert.equal(many[9], '21 more errors');
});

test('Paths are relative to the workspace', async () => {
  const [first] = runnerCommands(await written(github, reportOf([red]), { prefix: 'services/support/' }));
  assert.equal(first?.properties['file'], 'services/support/prompts/release-notes/eval.yml');
});

test('A comparison has an error for each case that got worse, and a warning for each without a decision', async () => {
  const counts = { both: 40, neither: 4, only_a: 12, only_b: 4 };
  const cases = (['worse', 'undecided', 'not_worse'] as const).map((outcome) =>
    smallCase(outcome, counts, withOutcome(outcome)),
  );
  const commands = runnerCommands(await written(github, compareReportOf(comparison(cases, { outcome: 'worse' }))));
  assert.deepEqual(
    commands.map(({ name, properties }) => [name, properties['title']]),
    [
      ['error', '✗ worse'],
      ['warning', '~ undecided'],
    ],
  );
});

for (const { name, text } of hostileTexts) {
  test(`The runner finds only commands of eva: ${name}`, async () => {
    const views = [red, slices, sampleOf(sampleViews, 'scenario'), sampleOf(sampleViews, 'unfinished')];
    for (const view of views) {
      const report = reportOf([withEveryText(view, text)]);
      const plain = runnerCommands(await written(github, reportOf([view])));
      const commands = runnerCommands(await written(github, report), ['pause', 'token', 'x']);
      assert.deepEqual(
        commands.map((own) => own.name),
        plain.map((own) => own.name),
      );
      assert.deepEqual(
        commands.map(({ properties }) => properties['line']),
        plain.map(({ properties }) => properties['line']),
      );
      assert.deepEqual(await commandsInFiles(report), []);
    }
  });
}

async function commandsInFiles(report: Report): Promise<readonly unknown[]> {
  const files = [await written(junit, report), await written(markdown, report), await summaryOf(report)];
  return files.flatMap((file) => runnerCommands(file, ['pause', 'token', 'x']));
}

test('A summary ends below its limit: passes go first, then replies, then cases, and it says so', async () => {
  const view = (number: number): View => {
    const [failed] = manyFailed(1).cases;
    const [passed] = red.cases.filter(({ outcome }) => outcome === 'passed');
    assert.ok(failed && passed);
    const own = (one: CaseView, at: number) => ({ ...one, name: { raw: `${one.outcome} ${at} ${'x'.repeat(900)}` } });
    return {
      ...red,
      cases: [
        ...Array.from({ length: number }, (_, at) => own(failed, at)),
        ...Array.from({ length: number }, (_, at) => own(passed, at)),
      ],
    };
  };
  const counts = async (number: number, summary_bytes = 0) => {
    const text = await summaryOf(reportOf([view(number)]), { summary_bytes });
    assert.ok(Buffer.byteLength(text) + summary_bytes < 900_000, `${Buffer.byteLength(text)} bytes`);
    const of = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    return { rows: of(/^\| ✗/gm), replies: of(/failing replies of/g), passed: of(/^- <code>passed/gm), text };
  };
  const small = await counts(50);
  assert.deepEqual([small.rows, small.replies, small.passed], [50, 50, 50]);
  assert.doesNotMatch(small.text, /Left out/);
  const medium = await counts(350);
  assert.deepEqual([medium.rows, medium.replies], [350, 350]);
  assert.ok(medium.passed < 350 && medium.passed > 0);
  assert.match(medium.text, /\*\*Left out to stay below 900 kB: \d+ cases that passed\.\*\*/);
  const large = await counts(700);
  assert.deepEqual([large.rows, large.passed], [700, 0]);
  assert.ok(large.replies < 700 && large.replies > 0);
  const huge = await counts(2000);
  assert.deepEqual([huge.replies, huge.passed], [0, 0]);
  assert.ok(huge.rows < 2000 && huge.rows > 500);
  assert.match(huge.text, /failed 0 x/);
  const behind = await counts(50, 880_000);
  assert.match(behind.text, /Left out/);
});
