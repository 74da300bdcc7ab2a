import assert from 'node:assert/strict';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { fixturePage, openPage, useBrowser } from './open-page.js';

useBrowser();

const status = (page: Page) => page.locator('.tools [role=status]').innerText();
const hash = (page: Page) => page.evaluate(() => location.hash);
const focused = (page: Page) =>
  page.evaluate(() => document.querySelector('summary:focus, a:focus')?.textContent ?? '');

test('the list opens on all that did not pass, and its filters are kept in the address', async (t) => {
  const html = await fixturePage('red');
  const { page, faults } = await openPage(t, html);
  await page.waitForSelector('.t');
  const opening = await status(page);
  await page.getByLabel('case', { exact: true }).selectOption('tickets');
  await page.getByLabel('language', { exact: true }).selectOption('Dutch');
  assert.equal(await hash(page), '#replies?case=tickets&language=Dutch');
  const narrowed = await status(page);
  assert.notEqual(narrowed, opening);
  const { page: second } = await openPage(t, html, { fragment: '#replies?case=tickets&language=Dutch' });
  await second.waitForSelector('.t');
  assert.equal(await status(second), narrowed);
  assert.equal(await second.getByLabel('language', { exact: true }).inputValue(), 'Dutch');
  assert.deepEqual(faults, []);
});

test('a list whose replies all passed opens with all of them', async (t) => {
  const { page, faults } = await openPage(t, await fixturePage('green'));
  await page.waitForSelector('.t');
  assert.match(await page.locator('.seg [aria-pressed=true]').innerText(), /^all/);
  assert.deepEqual(faults, []);
});

test('a reply that is missing, or came too late, says why and has no latency', async (t) => {
  const { page } = await openPage(t, await fixturePage('everything'), { fragment: '#t=no-answer-came/24' });
  const missing = page.locator('.t[open]');
  await missing.locator('.reply').waitFor();
  const reason = 'anthropic was busy for 10m: HTTP 529 (overloaded), 8 attempts';
  const said = await missing.innerText();
  assert.equal(said.split(reason).length - 1, 2, said);
  assert.doesNotMatch(said, /0\.0 s/);
  await page.keyboard.press('/');
  await page.keyboard.type('no reply within 60 s');
  await page.getByText('2 replies', { exact: true }).waitFor();
  assert.doesNotMatch(await page.locator('.list').innerText(), /0\.0 s/);
});

test('a search narrows the list as it is typed, and Escape clears it', async (t) => {
  const { page } = await openPage(t, await fixturePage('red'));
  await page.waitForSelector('.t');
  const before = await status(page);
  await page.keyboard.press('/');
  await page.keyboard.type('started a refund');
  await page.waitForFunction((text) => document.querySelector('.tools [role=status]')?.textContent !== text, before);
  assert.match(await page.locator('.t').first().innerText(), /refund-after-30-days/);
  await page.keyboard.press('Escape');
  await page.waitForFunction((text) => document.querySelector('.tools [role=status]')?.textContent === text, before);
  assert.equal(await hash(page), '#replies');
});

test('the keyboard alone goes to a reply, opens it, and follows its link', async (t) => {
  const { page } = await openPage(t, await fixturePage('red'), { fragment: '#replies' });
  await page.waitForSelector('.t');
  for (let pressed = 0; pressed < 90 && !/ trial \d/.test(await focused(page)); pressed += 1) {
    await page.keyboard.press('j');
  }
  const row = await focused(page);
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  assert.equal(await focused(page), row);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.t[open] .reply');
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'link to this reply');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash.startsWith('#t='));
  await page.waitForFunction((name) => document.querySelector('summary:focus')?.textContent === name, row);
});

test('? shows the keys, Escape closes them, and they can be switched off', async (t) => {
  const { page } = await openPage(t, await fixturePage('red'));
  await page.waitForSelector('.t');
  await page.keyboard.press('?');
  assert.ok(await page.locator('dialog').isVisible());
  await page.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  assert.ok(!(await page.locator('dialog').isVisible()));
  await page.keyboard.press('?');
  assert.ok(!(await page.locator('dialog').isVisible()));
});

test('keys with a modifier and keys in a field do nothing of their own', async (t) => {
  const { page } = await openPage(t, await fixturePage('red'));
  await page.waitForSelector('.t');
  await page.keyboard.press('Control+j');
  assert.ok(await page.evaluate(() => document.activeElement === document.body));
  await page.keyboard.press('/');
  await page.keyboard.type('jk?/');
  assert.equal(await page.locator('#reply-search').inputValue(), 'jk?/');
});

test('an address opens the reply or the case that it names, and says that there is none', async (t) => {
  const html = await fixturePage('red');
  const { page } = await openPage(t, html, { fragment: '#t=refund-after-30-days/2' });
  await page.waitForSelector('.t[open] .reply');
  assert.match(await page.locator('.t[open] summary').innerText(), /refund-after-30-days.trial 2/s);
  const { page: folded } = await openPage(t, html, { fragment: '#charged-twice' });
  await folded.locator('details.fold[open] summary', { hasText: 'charged-twice' }).waitFor();
  const { page: lost } = await openPage(t, html, { fragment: '#t=tickets/none' });
  await lost.getByText('is not in the list').waitFor();
});

test('an address names a case by its name, whatever is in it, or by its key, and of several runs the first with this name', async (t) => {
  const unfolded = async (fixture: string, fragment: (name: string, id: string) => string) => {
    const html = await fixturePage(fixture);
    const { page } = await openPage(t, html);
    const [id, name] = await page.evaluate(() => {
      const { head } = JSON.parse(document.getElementById('reply-data')?.textContent ?? '');
      const cases: readonly { readonly key: string; readonly name: { readonly raw: string } }[] = head.cases;
      const folds = [...document.querySelectorAll('details.fold:not([open])')];
      const found = cases.flatMap((one) => {
        const fold = folds.find((own) => own.id.endsWith(one.key));
        return fold ? [[fold.id, one.name.raw]] : [];
      });
      return found[0] ?? [];
    });
    assert.ok(id && name);
    const { page: named } = await openPage(t, html, { fragment: fragment(name, id) });
    await named.locator(`details[id="${id}"][open]`).waitFor();
    return named.evaluate((own) => {
      const { top } = document.getElementById(own ?? '')?.getBoundingClientRect() ?? { top: -1 };
      return top >= 0 && top < innerHeight;
    }, id);
  };
  const byName = (name: string) => `#${encodeURIComponent(name)}`;
  assert.ok(await unfolded('cjk-emoji', byName));
  assert.ok(await unfolded('red', byName));
  assert.ok(await unfolded('red', (_name, id) => `#${id}`));
  assert.ok(await unfolded('several-prompts', byName));
});

test('pages of 50 follow each other', async (t) => {
  const { page } = await openPage(t, await fixturePage('red'), { fragment: '#replies?outcome=all' });
  await page.waitForSelector('.pager');
  const names = async () => (await page.locator('.t summary').allInnerTexts()).slice(0, 2);
  const first = await names();
  assert.equal(await page.locator('.t').count(), 50);
  await page.getByRole('button', { name: 'next' }).click();
  await page.getByText('51 to 100').waitFor();
  assert.notDeepEqual(await names(), first);
  await page.getByRole('button', { name: 'previous' }).click();
  await page.getByText('1 to 50').waitFor();
  assert.deepEqual(await names(), first);
});

test('without JavaScript the page reads, folds open, and names the command that lists replies', async (t) => {
  const { page, faults } = await openPage(t, await fixturePage('red'), { javaScriptEnabled: false });
  assert.match(await page.locator('#reply-list').innerText(), /needs JavaScript.*eva report/s);
  assert.match(await page.locator('h1').innerText(), /support-triage/);
  await page.locator('details.fold summary').first().click();
  assert.ok(await page.locator('details.fold .body').first().isVisible());
  assert.deepEqual(faults, []);
});
