import assert from 'node:assert/strict';
import { test } from 'node:test';
import { junit } from '#report/formats/junit.js';
import { visible } from '#report/text/visible.js';
import type { View } from '#report/view/view.js';
import { hostileTexts, withEveryText } from '../../support/hostile-texts.js';
import { readAsAzure, readAsGitLab, readAsJenkins, type XmlElement } from '../../support/junit-readers.js';
import { parseWithFastXml, parseWithSaxes } from '../../support/xml-parsers.js';
import { comparison, smallCase, withOutcome } from '../compare/sample-comparisons.js';
import { datasetViews } from '../dataset-sample.js';
import { sampleViews } from '../sample-views.js';
import { compareReportOf, reportOf, sampleOf, written } from './reports.js';

const red = sampleOf(sampleViews, 'verdicts');

const slices = sampleOf(datasetViews, 'a data set with a failed slice');

/** Returns the root that both parsers agree on. */
function parsed(xml: string): XmlElement {
  const root = parseWithSaxes(xml);
  assert.deepEqual(parseWithFastXml(xml), root);
  return root;
}

function testCases(root: XmlElement): readonly XmlElement[] {
  return root.children.flatMap(({ children }) => children.filter(({ name }) => name === 'testcase'));
}

for (const [name, view] of Object.entries({ ...sampleViews, ...datasetViews })) {
  test(`Two parsers read the same of "${name}", and its totals are those of its cases`, async () => {
    const root = parsed(await written(junit, reportOf([view()])));
    for (const suite of root.children) {
      const own = suite.children.filter((child) => child.name === 'testcase');
      const number = (element: string) =>
        String(own.filter(({ children }) => children.some((child) => child.name === element)).length);
      const { tests, failures, errors, skipped } = suite.attributes;
      assert.deepEqual(
        [tests, failures, errors, skipped],
        [String(own.length), ...['failure', 'error', 'skipped'].map(number)],
      );
    }
  });
}

test('GitLab, Jenkins and Azure show inconclusive, failed and unfinished cases as failed, with the reason', async () => {
  for (const view of [red, slices, sampleOf(sampleViews, 'unfinished')]) {
    const root = parsed(await written(junit, reportOf([view])));
    const names = view.cases.filter(({ outcome }) => outcome !== 'passed').map((one) => one.name.raw);
    for (const shown of [[...readAsGitLab(root).values()], readAsJenkins(root), readAsAzure(root)]) {
      const failed = shown.filter(({ status }) => status === 'failed');
      for (const name of names) {
        const own = failed.find((one) => one.name === name || one.name.endsWith(` / ${name}`));
        assert.ok(own && own.text !== '', name);
      }
      assert.ok(failed.every(({ text }) => text !== ''));
    }
  }
});

test('An inconclusive case says so first, in its message and in its content', async () => {
  const open = testCases(parsed(await written(junit, reportOf([red])))).find(
    ({ attributes }) => attributes['name'] === 'open',
  );
  const [failure] = open?.children ?? [];
  assert.equal(failure?.attributes['type'], 'inconclusive');
  assert.match(failure?.attributes['message'] ?? '', /^INCONCLUSIVE: 22 of 23 trials/);
  assert.match(failure?.text ?? '', /^INCONCLUSIVE: 22 of 23 trials/);
});

test('A slice that fails has a test case of its own, and its case fails too and names it', async () => {
  const cases = testCases(parsed(await written(junit, reportOf([slices]))));
  const named = (name: string) => cases.find(({ attributes }) => attributes['name'] === name)?.children[0];
  assert.equal(named('tickets [language=nl]')?.attributes['type'], 'failed');
  assert.match(named('tickets')?.text ?? '', /^slice failed: language = nl$/m);
  assert.equal(named('tickets [language=en]'), undefined);
});

test('A suite says in its name and its properties that a run is partial or synthetic', async () => {
  const root = parsed(await written(junit, reportOf([{ ...red, flags: ['synthetic', 'partial'] }])));
  const [suite] = root.children;
  assert.equal(suite?.attributes['name'], 'release-notes (SYNTHETIC) (partial)');
  const properties = suite?.children[0]?.children.map(({ attributes }) => attributes['name']) ?? [];
  assert.ok(properties.includes('synthetic') && properties.includes('partial'));
});

test('Suites of several runs and test cases of equal names have different names', async () => {
  const same = (view: View): View => ({ ...view, cases: view.cases.map((one) => ({ ...one, name: { raw: 'a' } })) });
  const root = parsed(await written(junit, reportOf([same(red), same(red), red])));
  assert.equal(new Set(root.children.map(({ attributes }) => attributes['name'])).size, 3);
  assert.equal(readAsGitLab(root).size, testCases(root).length);
  assert.equal(readAsJenkins(root).length, testCases(root).length);
});

test('A run that did not begin, or that judged nothing, is not green', async () => {
  const report = reportOf([red]);
  const line = { ...report.view.runs[0], key: 'gone', run_id: null, outcome: 'unfinished', reason: { raw: 'no key' } };
  const view = { ...report.view, runs: [...report.view.runs, line] } as typeof report.view;
  const root = parsed(await written(junit, { ...report, view }));
  const [error] = root.children[1]?.children.find(({ name }) => name === 'testcase')?.children ?? [];
  assert.deepEqual([error?.name, error?.attributes['message'], error?.text], ['error', 'no key', 'no key']);
  const empty = parsed(await written(junit, reportOf([sampleOf(sampleViews, 'no case')])));
  assert.equal(readAsAzure(empty)[0]?.status, 'failed');
});

test('The path of a file begins with the folder of the library in the workspace', async () => {
  const root = parsed(await written(junit, reportOf([red]), { prefix: 'services/support/' }));
  assert.equal(testCases(root)[0]?.attributes['file'], 'services/support/prompts/release-notes/eval.yml');
});

test('A case of a comparison that got worse fails, and one without a decision is inconclusive', async () => {
  const counts = { both: 40, neither: 4, only_a: 12, only_b: 4 };
  const cases = (['worse', 'undecided', 'not_worse'] as const).map((outcome) =>
    smallCase(outcome, counts, withOutcome(outcome)),
  );
  const root = parsed(await written(junit, compareReportOf(comparison(cases, { outcome: 'worse' }))));
  const types = testCases(root).map(({ attributes, children }) => [
    attributes['name'],
    children[0]?.attributes['type'],
  ]);
  assert.deepEqual(
    new Map(types as [string, string][]),
    new Map([
      ['worse', 'failed'],
      ['undecided', 'inconclusive'],
      ['not_worse', undefined],
    ]),
  );
});

for (const { name, text } of hostileTexts) {
  test(`Hostile text stays text in XML: ${name}`, async () => {
    for (const view of [red, slices, sampleOf(sampleViews, 'scenario'), sampleOf(sampleViews, 'unfinished')]) {
      const xml = await written(junit, reportOf([withEveryText(view, text)]));
      const plain = parsed(await written(junit, reportOf([view])));
      const root = parsed(xml);
      const shapeOf = ({ name: own, children }: XmlElement): unknown => [own, children.map(shapeOf)];
      assert.deepEqual(shapeOf(root), shapeOf(plain));
      assert.ok(testCases(root).every(({ attributes }) => (attributes['name'] ?? '') !== ''));
      const shown = [...visible(text)].slice(0, 100).join('');
      if (text.trim() !== '')
        assert.ok(testCases(root)[0]?.attributes['name']?.startsWith(shown.slice(0, 90)), 'gives the text back');
    }
  });
}

test('A case has at most 20 kB, and a text at most 2,000 characters', async () => {
  const long = hostileTexts.find(({ name }) => name === 'characters that escapes make long')?.text ?? '';
  const xml = await written(junit, reportOf([withEveryText(sampleOf(sampleViews, 'scenario'), long)]));
  const cases = testCases(parsed(xml));
  const bodies = xml
    .split('<testcase ')
    .slice(1)
    .map((part) => part.match(/<failure[^>]*>([\s\S]*)<\/failure>/)?.[1] ?? '');
  assert.ok(
    bodies.every((body) => Buffer.byteLength(body) <= 20_100),
    String(bodies.map((body) => Buffer.byteLength(body))),
  );
  assert.ok(cases.every(({ attributes }) => [...(attributes['name'] ?? '')].length <= 2030));
});
