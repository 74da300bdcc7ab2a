import { median } from '../harness/rounds.js';

/** Texts that few, many, one, all and no replies of bench/view/large-run.js hold. */
const searches = ['77 a line', 'case 3', '412 a line', 'one more', 'no reply holds this'];

/** Opens a page, and says in milliseconds when its list of replies was there, and how long the first and later searches took until they were painted. */
export async function timesOfPage(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('.t summary')) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        globalThis.readyAt = performance.now();
      });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(address);
  await page.waitForFunction(() => globalThis.readyAt !== undefined);
  const ready = await page.evaluate(() => globalThis.readyAt);
  const status = () => page.locator('.tools [role=status]').innerText();
  const opening = await status();
  await page.getByRole('button', { name: /^all/ }).click();
  while ((await status()) === opening);
  const took = [];
  for (const text of searches) took.push(await page.evaluate(search, text));
  await page.close();
  const [first, ...later] = took;
  return { ready, first, later: median(later) };
}

/** Types a text into the search field of a page, and resolves when what it found is painted. */
function search(text) {
  return new Promise((resolve) => {
    const field = document.querySelector('#reply-search');
    const startedAt = performance.now();
    new MutationObserver((_changes, observer) => {
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
    }).observe(document.querySelector('.tools [role=status]'), { childList: true, subtree: true, characterData: true });
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
