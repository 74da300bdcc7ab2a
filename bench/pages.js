// Measures pages of runs: their size, the cost of writing them with eva report, and how fast they are in Chromium. Prints a table, which
// docs/internals/benchmarks.md holds. CHROMIUM is the path of the browser; default: /usr/bin/chromium.
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { finished, measured } from './harness/measured.js';
import { median } from './harness/rounds.js';
import { inScratch } from './harness/scratch.js';
import { timesOfPage } from './view/page-times.js';

const rounds = 3;
const pages = [
  { name: '10,000 trials of 1 kB, 10 cases', trials: 10_000, cases: 10 },
  { name: '10,000 trials of 1 kB, 500 cases', trials: 10_000, cases: 500 },
];
const eva = resolve('bin/eva.js');
const writePage = resolve('bench/view/write-page.js');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const columns = [];
for (const page of pages) columns.push(await inScratch((dir) => figuresOf(page, dir)));
await browser.close();
printTable(columns);

async function figuresOf({ trials, cases }, dir) {
  const root = join(dir, 'library');
  const file = join(dir, 'page.html');
  await finished([resolve('bench/view/large-run.js'), root, String(trials), String(cases)]);
  const writing = [];
  const times = [];
  for (let round = 0; round < rounds; round++) {
    writing.push(await measured([writePage, eva, file], { cwd: root }));
    times.push(await timesOfPage(browser, pathToFileURL(file).href));
  }
  const middle = (name, all) => median(all.map((one) => one[name]));
  return {
    'size of the file': `${(statSync(file).size / 1e6).toFixed(1)} MB`,
    'eva report: CPU': `${middle('cpu_ms', writing).toFixed(0)} ms`,
    'eva report: highest memory': `${middle('peak_mb', writing).toFixed(0)} MB`,
    'Chromium: ready': `${middle('ready', times).toFixed(0)} ms`,
    'Chromium: first search': `${middle('first', times).toFixed(0)} ms`,
    'Chromium: later searches': `${middle('later', times).toFixed(0)} ms`,
  };
}

function printTable(columns) {
  console.log(`| figure | ${pages.map(({ name }) => name).join(' | ')} |\n| --- |${' --: |'.repeat(pages.length)}`);
  for (const figure of Object.keys(columns[0])) {
    console.log(`| ${figure} | ${columns.map((column) => column[figure]).join(' | ')} |`);
  }
}
