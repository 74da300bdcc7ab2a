import assert from 'node:assert/strict';
import test from 'node:test';
import { html } from '#page/html.js';
import type { RunsReport } from '#report/formats/report.js';
import type { View } from '#report/view/view.js';
import { hostileTexts, withEveryText } from '../../support/hostile-texts.js';
import { fixtureReports } from '../../support/views/fixture-reports.js';
import { sampleViews } from '../sample-views.js';
import { reportOf, written } from './reports.js';

/** Returns the ids of a page, in order. */
function idsIn(page: string): readonly string[] {
  return [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id);
}

/** Returns the text of a page without its elements, as a browser without style shows it. */
function textIn(page: string): string {
  return page
    .replace(/<(style|title|script)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

const views: readonly (readonly [string, View])[] = Object.entries(sampleViews).map(([name, view]) => [name, view()]);

/** All samples one by one, and all of them on one page. */
const reports: readonly (readonly [string, RunsReport])[] = [
  ...views.map(([name, view]) => [name, reportOf([view])] as const),
  ['all on one page', reportOf(views.map(([, view]) => view))],
  ...Object.entries(fixtureReports).map(([name, report]) => [name, report()] as const),
];

test('each id of a page occurs once, and each link inside it has its target', async () => {
  for (const [name, report] of reports) {
    const page = await written(html, report);
    const ids = idsIn(page);
    assert.deepEqual(ids, [...new Set(ids)], name);
    const links = [...page.matchAll(/href="#([^"]*)"/g)].map(([, id = '']) => id);
    const isOfReplies = (id: string) => id.startsWith('t=');
    assert.deepEqual(
      links.filter((id) => !isOfReplies(id) && !ids.includes(id)),
      [],
      name,
    );
  }
});

test('a page says the verdict, then why, then each case in the order of the view', async () => {
  for (const [name, view] of views) {
    const text = textIn(await written(html, reportOf([view])));
    const parts = [view.title.raw, view.sentence.raw, ...view.cases.map((one) => one.name.raw)];
    let at = 0;
    for (const part of parts.filter((raw) => /^[\w ,.-]+$/.test(raw))) {
      const found = text.indexOf(part, at);
      assert.notEqual(found, -1, `${name}: ${part}`);
      at = found;
    }
  }
});

test('a page with more reasons than it lists says how many more there are', async () => {
  const found = views.map(([, view]) => view).find(({ reasons }) => reasons.length > 0);
  assert.ok(found);
  const [reason] = found.reasons;
  const [first, ...others] = found.cases;
  assert.ok(reason && first);
  const of = (count: number): View => ({
    ...found,
    reasons: [reason],
    cases: [
      { ...first, reasons: Array.from({ length: count }, () => reason) },
      ...others.map((one) => ({ ...one, reasons: [] })),
    ],
  });
  assert.match(textIn(await written(html, reportOf([of(4)]))), /and 3 more reasons, at the cases below/);
  assert.doesNotMatch(textIn(await written(html, reportOf([of(1)]))), /more reason/);
});

test('a page names the rate that an advice assumes, the trials that were saved, and the criteria that passed', async () => {
  const view = sampleViews['verdicts']?.();
  assert.ok(view);
  const page = textIn(await written(html, reportOf([view])));
  assert.match(page, /What would settle it: 153 trials would give an 80% chance of a pass if the true rate is 98\.5%/);
  assert.match(page, /119 trials, 121 saved by stopping early/);
  assert.match(page, /1 of 3 criteria passed/);
  assert.match(page, /Line of a criterion wholly on the shaded side: passed ?\..* A slice needs more than that/);
});

test('every mark of a page has its word, which readers without the figure need', async () => {
  for (const [name, view] of views) {
    const page = await written(html, reportOf([view]));
    const marks = [...page.matchAll(/<svg class="m".*?<\/svg>(.{0,20})/gs)].map(([, after = '']) => after);
    const without = marks.filter((after) => !after.startsWith('<span class="vh">'));
    assert.equal(without.length, 1, `${name}: only the headline has its word beside its mark`);
  }
});

test('a page has no style attribute, no handler and no address of another place', async () => {
  for (const [name, report] of reports) {
    const page = await written(html, report);
    assert.doesNotMatch(page, /<[^>]*\s(style|on\w+|src)=/i, name);
    const addresses = [...page.matchAll(/(?:href|action|data)="([^"]*)"/g)].map(([, address = '']) => address);
    assert.deepEqual(
      addresses.filter((address) => !address.startsWith('#')),
      [],
      name,
    );
  }
});

/** Returns the names of the elements of a page in order, without those around characters that cannot be seen. */
function elementsIn(page: string): readonly string[] {
  const body = page.replace(/<script.*?<\/script>/gs, '').replace(/<span class="ctl">[^<]*<\/span>/g, '');
  return [...body.matchAll(/<(\/?[a-z0-9!]+)/gi)].map(([, name = '']) => name);
}

test('hostile texts add no element and no attribute to a page', async () => {
  const view = sampleViews['red']?.();
  assert.ok(view);
  const attributes = (page: string) => new Set([...page.matchAll(/\s([a-z-]+)="/gi)].map(([, name]) => name));
  const plain = await written(html, reportOf([withEveryText(view, 'plain text')]));
  const known = new Set([...elementsIn(plain), 'mark', '/mark', 'code', '/code']);
  for (const { name, text } of hostileTexts) {
    const page = await written(html, reportOf([withEveryText(view, text)]));
    const static_ = page.replace(/<script.*?<\/script>/gs, '').replace(/<style>.*?<\/style>/gs, '');
    assert.deepEqual(
      elementsIn(page).filter((element) => !known.has(element)),
      [],
      name,
    );
    const own = attributes(plain);
    const tags = static_.match(/<[a-z][^>]*>/g) ?? [];
    const added = tags
      .flatMap((tag) => [...attributes(tag.replace(/="[^"]*"/g, '=""'))])
      .filter((one) => !own.has(one));
    assert.deepEqual(added, [], name);
  }
});
