// node scripts/pictures.js: makes the pictures of the README in docs/pictures, from real runs on replies that people wrote for the example
// library. Needs Debian's chromium (or CHROMIUM=PATH), and `script` of util-linux for a terminal.
//
// Nobody compares their pixels: fonts and browsers change. Look at them before you commit them.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { indexedPng } from './indexed-png.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = join(root, 'docs/pictures');
const launcher = join(root, 'bin/eva.js');
const columns = 80;

/** The most bytes of a picture: it is part of the package. */
const maxBytes = 200_000;

/** Returns what a command prints on a terminal, with its colours. */
function onTerminal(args, cwd) {
  const words = [process.execPath, launcher, ...args].map((word) => `'${word}'`).join(' ');
  const line = `stty rows 60 cols ${columns}; exec ${words} 2>/dev/null`;
  const env = { PATH: process.env.PATH, HOME: cwd, XDG_DATA_HOME: cwd, TERM: 'xterm-256color', SHELL: '/bin/sh' };
  const { stdout, status } = spawnSync('script', ['-qec', line, '/dev/null'], { cwd, env, encoding: 'utf8' });
  if (status === null || status > 1) throw new Error(`eva ${args.join(' ')} ends with ${status}\n${stdout}`);
  return stdout.replaceAll('\r\n', '\n');
}

const colours = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#76e3ea',
  90: '#8b949e',
};

/** Returns the style of a text after these codes of a terminal. */
function styleOf(codes) {
  const parts = [];
  if (codes.has(1)) parts.push('font-weight:700;color:#fff');
  if (codes.has(2)) parts.push('opacity:.62');
  for (const code of codes) if (colours[code] !== undefined) parts.push(`color:${colours[code]}`);
  return parts.join(';');
}

const escaped = (text) => text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);

/** Returns what a terminal shows as HTML. */
function htmlOf(output) {
  const codes = new Set();
  const ends = { 22: [1, 2], 39: Object.keys(colours).map(Number), 0: [...Object.keys(colours).map(Number), 1, 2] };
  const parts = output.split(/\u001b\[([0-9;]*)m/);
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return part === '' ? '' : `<span style="${styleOf(codes)}">${escaped(part)}</span>`;
      for (const code of part.split(';').map(Number)) {
        if (ends[code] === undefined) codes.add(code);
        else for (const ended of ends[code]) codes.delete(ended);
      }
      return '';
    })
    .join('');
}

const terminalStyle = `
  body { margin: 0; background: transparent; }
  figure { margin: 0; width: max-content; background: #0d1117; border: 1px solid #30363d; }
  figcaption { font: 13px/32px system-ui, sans-serif; color: #c9d1d9; background: #161b22; padding: 0 14px; border-bottom: 1px solid #30363d; }
  pre { margin: 0; padding: 12px 14px 16px; font: 14px/1.42 "DejaVu Sans Mono", monospace; color: #e6edf3; }`;

/** Draws a terminal in which commands ran, and returns the page. */
function terminalPage(runs) {
  const shown = runs
    .map(({ typed, output }) => `<span style="color:#8b949e">$</span> <b>${escaped(typed)}</b>\n${htmlOf(output)}`)
    .join('\n');
  const caption = 'eva on synthetic replies: people wrote them for the examples';
  return `<!doctype html><style>${terminalStyle}</style><figure><figcaption>${caption}</figcaption><pre>${shown.trimEnd()}</pre></figure>`;
}

/** Reads the pixels of a PNG file in the browser, which can. */
function pixelsOf(page, png) {
  return page.evaluate(
    async (url) => {
      const image = await createImageBitmap(await (await fetch(url)).blob());
      const { width, height } = image;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      let text = '';
      for (let at = 0; at < data.length; at += 30_000) text += String.fromCharCode(...data.subarray(at, at + 30_000));
      return { width, height, text: btoa(text) };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
}

/** Takes a picture of a page or of a part of it, and refuses one that is too large for the package. */
async function take(target, name, blank) {
  const { width, height, text } = await pixelsOf(blank, await target.screenshot());
  const png = indexedPng({ width, height, pixels: Buffer.from(text, 'base64') });
  const file = join(pictures, name);
  if (png.length > maxBytes) throw new Error(`${name} has ${png.length} bytes, the limit is ${maxBytes}`);
  writeFileSync(file, png);
  console.log(`docs/pictures/${name}: ${width} x ${height}, ${Math.round(png.length / 1000)} kB`);
}

async function main() {
  const library = mkdtempSync(join(tmpdir(), 'eva-pictures-'));
  cpSync(join(root, 'prompts'), join(library, 'prompts'), { recursive: true });
  mkdirSync(pictures, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  try {
    const blank = await browser.newPage();
    const args = ['eval', 'page-on-call', '--replay'];
    const output = onTerminal(args, library);
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 }, deviceScaleFactor: 2 });
    await page.setContent(terminalPage([{ typed: `npx eva ${args.join(' ')}`, output }]));
    await take(page.locator('figure'), 'terminal.png', blank);

    const report = join(library, 'out/report.html');
    onTerminal(['report', '--report', `html=${report}`], library);
    const wide = await browser.newPage({ viewport: { width: 1180, height: 904 }, deviceScaleFactor: 2 });
    await wide.goto(pathToFileURL(report).href);
    await take(wide, 'report.png', blank);
  } finally {
    await browser.close();
    rmSync(library, { recursive: true });
  }
}

await main();
