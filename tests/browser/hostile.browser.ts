import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { hostileTexts } from '../support/hostile-texts.js';
import { runNamed } from '../support/views/fixture-reports.js';
import { reportOf } from '../support/views/made-run.js';
import { htmlOf, openPage, showPage, unfoldAll, useBrowser } from './open-page.js';

useBrowser();

/** Returns each kind of element with the names of its attributes, and the addresses that lead out of the page. */
function elementsOf(page: Page): Promise<{ readonly kinds: readonly string[]; readonly outward: readonly string[] }> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('*')];
    const kinds = all.map((one) => [one.localName, ...one.getAttributeNames().sort()].join(' '));
    const names = ['href', 'src', 'action', 'xlink:href'];
    const links = all.flatMap((one) => names.flatMap((name) => one.getAttribute(name) ?? []));
    return { kinds: [...new Set(kinds)].sort(), outward: links.filter((one) => !one.startsWith('#')) };
  });
}

/** Follows the link of a reply in the list, and returns the link of the reply that opens, with that link. */
async function followedLink(page: Page): Promise<readonly [string | null, string | null]> {
  const link = await page.locator('.t .reply .head a').nth(4).getAttribute('href');
  await page.evaluate((hash) => {
    location.hash = '#replies';
    location.hash = hash ?? '';
  }, link);
  await page.waitForSelector('.t summary:focus');
  return [await page.locator('.t:focus-within .reply .head a').getAttribute('href'), link];
}

const pageNamed = (text: (part: string) => string) => htmlOf(reportOf([runNamed(text)]));

test('no hostile text adds an element, an attribute, a request or a violation, and links lead to their replies', async (t) => {
  const opened = await openPage(t, await pageNamed((part) => part));
  const { page, faults } = opened;
  await unfoldAll(page);
  const plain = await elementsOf(page);
  assert.ok(plain.kinds.length > 30, 'the template was found');
  // The codes of characters that cannot be seen.
  const known = new Set([...plain.kinds, 'span class']);
  for (const { name, text } of hostileTexts) {
    await t.test(name, async () => {
      await showPage(opened, await pageNamed((part) => `${text}${part}`));
      await unfoldAll(page);
      const { kinds, outward } = await elementsOf(page);
      assert.deepEqual(
        kinds.filter((kind) => !known.has(kind)),
        [],
      );
      const [found, link] = await followedLink(page);
      assert.equal(found, link);
      assert.deepEqual([outward, faults], [[], []]);
    });
  }
});
