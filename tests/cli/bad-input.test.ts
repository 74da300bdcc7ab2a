import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runEva } from '../support/run-eva.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';
import { treeHash } from '../support/tree-hash.js';
import { themes } from './bad-input/index.js';
import { problemLines } from './bad-input/problem-lines.js';

const isUpdate = process.env['U'] === '1';

/** Matches texts that no message may contain: leaked values, stack traces, warnings of Node, control characters. */
const forbidden = /undefined|NaN|\[object|^\s+at .*:\d+|\(node:|[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]/m;

/** Matches the place of a mistake in a file. Mistakes in the command line and in the environment have no place. */
const inAFile = /^(prompts\/diff\/|data\/|eva\.yml).* {2}/m;

/** The whole outputs of some mistakes, by theme and mistake. The headings of the file choose them. */
const transcripts = openGolden('transcripts');
after(transcripts.save);

for (const [theme, fixtures] of Object.entries(themes)) {
  const golden = openGolden(theme);
  after(golden.save);
  test(`${theme}: the golden file has exactly these mistakes`, { skip: isUpdate }, () => {
    assert.deepEqual(
      golden.titles,
      fixtures.map(({ mistake }) => mistake),
    );
  });
  for (const { mistake, files, argv, env, exitCode: expected = 2 } of fixtures) {
    test(`${theme}: ${mistake}: each problem has code and hint, and nothing is written`, async (t) => {
      const root = tempLibrary(t, { ...goodPrompt(), ...files });
      const before = treeHash(root);
      const { exitCode, stdout, stderr } = await runEva(argv, { cwd: root, ...(env && { env }) });
      const said = stderr.replaceAll(root, '<root>');
      assert.equal(exitCode, expected, said);
      assert.equal(stdout, '');
      assert.equal(treeHash(root), before, 'nothing was written');
      assert.doesNotMatch(mistake === 'NaN' ? said.replaceAll('NaN', '') : said, forbidden);
      const lines = problemLines(said.replace(/\nno prompt was run\n$/, '\n'));
      assert.deepEqual(
        lines.filter((line) => !/EVA_[A-Z0-9_]+ .+ → ./.test(line)),
        [],
      );
      if (theme !== 'command-line' && !env && argv.join(' ') === 'eval diff') assert.match(said, inAFile);
      golden.compare(mistake, `${lines.join('\n')}\n`);
      const title = `${theme}: ${mistake}`;
      if (transcripts.titles.includes(title)) transcripts.compare(title, said);
    });
  }
}

test('each whole output belongs to a mistake, and no mistake is repeated in a theme', () => {
  const titles = Object.entries(themes).flatMap(([theme, fixtures]) =>
    fixtures.map(({ mistake }) => `${theme}: ${mistake}`),
  );
  assert.deepEqual(titles, [...new Set(titles)]);
  assert.deepEqual(
    transcripts.titles.filter((title) => !titles.includes(title)),
    [],
  );
});

/** Reads the expected texts of a golden file, each below its `## title`. U=1 rewrites them. */
function openGolden(name: string) {
  const path = join('tests/cli/bad-input/golden', `${name}.txt`);
  const sections = existsSync(path) ? readFileSync(path, 'utf8').split(/^## /m).slice(1) : [];
  const known = new Map(
    sections.map((section) => {
      const [title = '', ...text] = section.split('\n');
      return [title, text.join('\n')];
    }),
  );
  const seen: string[] = [];
  return {
    titles: [...known.keys()],
    compare(title: string, text: string) {
      seen.push(`## ${title}\n${text}`);
      if (!isUpdate) assert.equal(text, known.get(title));
    },
    save() {
      if (isUpdate && seen.length > 0) writeFileSync(path, seen.join(''));
    },
  };
}
