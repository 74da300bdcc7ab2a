import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { fixturePage, openPage, unfoldAll, useBrowser } from './open-page.js';

useBrowser();

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

interface Axe {
  readonly run: (within: Document, options: object) => Promise<{ readonly violations: readonly Finding[] }>;
}

/** Returns the findings of axe, a line each. */
async function findings(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate(async () => {
    const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { axe } = globalThis as unknown as { readonly axe: Axe };
    return (await axe.run(document, { runOnly: { type: 'tag', values } })).violations;
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

const pages = [
  ...['red', 'everything', 'data-set', 'models', 'several-prompts', 'cjk-emoji', 'no-case', 'shard'],
  ...['not-worse', 'several', 'unfinished', 'same'].map((name) => `comparison ${name}`),
];

for (const name of pages) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing, folded, unfolded and with help: ${name}, ${colorScheme}`, async (t) => {
      const { page } = await openPage(t, await fixturePage(name), { colorScheme, bypassCSP: true });
      await page.addScriptTag({ content: axeSource });
      assert.deepEqual(await findings(page), []);
      await unfoldAll(page);
      assert.deepEqual(await findings(page), []);
      await page.keyboard.press('?');
      assert.deepEqual(await findings(page), []);
    });
  }
}

test('on a page with several runs and on a comparison, Tab reaches every link, summary and field, and Enter unfolds', async (t) => {
  for (const name of ['several-prompts', 'models', 'comparison several']) {
    const { page } = await openPage(t, await fixturePage(name));
    const all = await page.evaluate(() => {
      const reached = [...document.querySelectorAll('a[href], summary, button, input, select, [tabindex="0"]')];
      return reached.filter((one) => one.checkVisibility() && !one.matches(':disabled')).length;
    });
    const seen = await page.evaluateHandle(() => new Set<Element | null>());
    for (let pressed = 0; pressed < all; pressed += 1) {
      await page.keyboard.press('Tab');
      await page.evaluate((set) => set.add(document.activeElement), seen);
    }
    assert.equal(await page.evaluate((set) => set.size, seen), all, name);
    const folded = page.locator('details:not([open]) > summary').first();
    if ((await folded.count()) === 0) continue;
    const summary = await folded.elementHandle();
    await summary?.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction((one) => one?.parentElement?.hasAttribute('open'), summary);
  }
});
