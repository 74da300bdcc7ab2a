import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { html } from '#page/html.js';
import type { Report } from '#report/formats/report.js';
import { fixtureReports } from '../support/views/fixture-reports.js';
import { comparedReports } from './compared-pages.js';

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'eva-browser-'));

/** Starts the browser for the tests of a file. */
export function useBrowser(): void {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  before(async () => {
    browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--host-resolver-rules=MAP foreign.example 127.0.0.1'],
    });
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Returns the page of a report, as `--report html=FILE` writes it. */
export async function htmlOf(report: Report): Promise<string> {
  const surroundings = { now: new Date('2026-11-24T10:30:00Z'), eva_version: '0.1.0', prefix: '', is_stdout: false };
  const pieces: string[] = [];
  for await (const piece of html.pieces(report, surroundings)) pieces.push(piece);
  return pieces.join('');
}

/** Returns the page of one of the reports that every format shows, or of a comparison. */
export async function fixturePage(name: string): Promise<string> {
  const report = fixtureReports[name] ?? comparedReports[name];
  assert.ok(report, name);
  return htmlOf(await report());
}

export interface OpenPage {
  readonly page: Page;
  /** Everything that a page should not do: further requests, violations of its policy, errors, dialogs. */
  readonly faults: string[];
}

/** Opens a page from a file, at a fragment of its address. */
export async function openPage(
  t: TestContext,
  text: string,
  { fragment = '', ...options }: BrowserContextOptions & { readonly fragment?: string } = {},
): Promise<OpenPage> {
  const open = await newPage(t, { allowed: pathToFileURL(folder).href, ...options });
  await showPage(open, text, fragment);
  return open;
}

/** Opens an empty page that may ask for addresses that begin with `allowed`. */
export async function newPage(
  t: TestContext,
  { allowed, ...options }: BrowserContextOptions & { readonly allowed: string },
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults: string[] = [];
  page.on('request', (request) => request.url().startsWith(allowed) || faults.push(`request ${request.url()}`));
  page.on('pageerror', (error) => faults.push(`error ${error.stack}`));
  page.on('console', (message) => faults.push(`console ${message.text()}`));
  page.on('dialog', (dialog) => faults.push(`dialog ${dialog.message()}`));
  await page.addInitScript(
    'addEventListener("securitypolicyviolation", (event) => console.log("policy", event.violatedDirective))',
  );
  return { page, faults };
}

/** Shows another page, at a fragment of its address, in the place of the one that is open. */
export async function showPage({ page }: Pick<OpenPage, 'page'>, text: string, fragment = ''): Promise<void> {
  const file = join(mkdtempSync(join(folder, 'page-')), 'eva.html');
  writeFileSync(file, text);
  await page.goto(pathToFileURL(file).href + fragment);
}

/** Opens everything that can be opened: all replies of the list that are shown, and all folded parts. */
export async function unfoldAll(page: Page): Promise<void> {
  const all = page.locator('.seg button', { hasText: 'all' });
  if ((await all.count()) > 0) await all.first().click();
  // Rows that come later are opened too: the list shows those of a filter a moment after the click.
  await page.waitForFunction(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
    const isAll = document.querySelector('.seg button:last-child')?.getAttribute('aria-pressed') !== 'false';
    return isAll && [...document.querySelectorAll('.t')].every((one) => one.querySelector('.reply') !== null);
  });
}
