import assert from 'node:assert/strict';
import test from 'node:test';
import { html } from '#reporters/html.js';
import type { RunsReport } from '#reporters/report.js';
import type { View } from '#view/view.js';
import { sampleViews } from '../report/sample-views.js';
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
