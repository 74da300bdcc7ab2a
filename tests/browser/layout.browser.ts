import assert from 'node:assert/strict';
import test from 'node:test';
import { fixtureReports } from '../support/views/fixture-reports.js';
import { comparedReports } from './compared-pages.js';
import { fixturePage, openPage, unfoldAll, useBrowser } from './open-page.js';

useBrowser();

const widths = Array.from({ length: 32 }, (_, index) => 360 + 40 * index);

for (const name of Object.keys({ ...fixtureReports, ...comparedReports })) {
  test(`no page scrolls sideways, folded or not, from 360 to 1600 px: ${name}`, async (t) => {
    const { page, faults } = await openPage(t, await fixturePage(name));
    for (const isUnfolded of [false, true]) {
      if (isUnfolded) await unfoldAll(page);
      const wide: string[] = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (overflow > 0) wide.push(`${overflow} px at ${width}`);
      }
      assert.deepEqual(wide, [], isUnfolded ? 'unfolded' : 'folded');
    }
    assert.deepEqual(faults, []);
  });
}

test('print shows the verdict and no controls', async (t) => {
  const { page } = await openPage(t, await fixturePage('red'));
  await page.emulateMedia({ media: 'print' });
  const shown = await page.evaluate(() =>
    ['h1', '.bar', '.tools', '.pager', '#reply-list'].filter((one) => document.querySelector(one)?.checkVisibility()),
  );
  assert.deepEqual(shown, ['h1']);
});
