import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';

const folder = 'docs/pictures';
const readme = readFileSync('README.md', 'utf8');

test('the first screen of the README has every picture, described for people who cannot see it, and says that the replies are synthetic', () => {
  const top = readme.slice(0, readme.indexOf('\n## '));
  const shown = [...top.matchAll(/<img src="([^"]+)" width="\d+%" alt="([^"]{60,})">/g)];
  assert.deepEqual(
    shown.map(([, source]) => source).sort(),
    readdirSync(folder)
      .map((name) => join(folder, name))
      .sort(),
  );
  assert.match(top, /SYNTHETIC/);
});

test('no picture is larger than the package should carry', () => {
  for (const name of readdirSync(folder)) {
    const { size } = statSync(join(folder, name));
    assert.ok(size < 200_000, `${name} has ${size} bytes: node scripts/pictures.js makes it smaller`);
  }
});
