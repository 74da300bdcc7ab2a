import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';

const pages = [
  'README.md',
  'CHANGELOG.md',
  'examples/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** Returns a page without its code, in which a bracket is no link. */
function proseOf(page: string): string {
  return readFileSync(page, 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]]/g, ''));
}

/** Returns the anchors of a page's headings, as hosts of repositories make them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of readFileSync(page, 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .matchAll(/^#+ (.+)$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const anchor = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let name = anchor;
    for (let copy = 1; anchors.has(name); copy++) name = `${anchor}-${copy}`;
    anchors.add(name);
  }
  for (const [, name = ''] of readFileSync(page, 'utf8').matchAll(/<a (?:id|name)="([^"]+)">/g)) anchors.add(name);
  return anchors;
}

test('every link of the docs leads to a file, and to a heading of it', () => {
  const dead: string[] = [];
  for (const page of pages) {
    for (const [, path = '', , anchor] of proseOf(page).matchAll(/\]\(([^()#\s]*)(#([^()\s]+))?\)/g)) {
      if (/^[a-z]+:/.test(path)) continue;
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(target)) dead.push(`${page}: ${path}`);
      else if (anchor !== undefined && !anchorsOf(target).has(anchor)) dead.push(`${page}: ${path}#${anchor}`);
    }
  }
  assert.deepEqual(dead, []);
});

test('the guide and the reference, which are in the package, link to no page that is not', () => {
  const packed = pages.filter((page) => /^docs\/(guide|reference)\//.test(page));
  const outside = packed.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([^()#\s]+)/g)].flatMap(([, path = '']) =>
      /^[a-z]+:/.test(path) || isPacked(join(dirname(page), path)) ? [] : [`${page}: ${path}`],
    ),
  );
  assert.deepEqual(outside, []);
});

function isPacked(path: string): boolean {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8'));
  return path === 'README.md' || files.some((name: string) => path === name || path.startsWith(`${name}/`));
}
