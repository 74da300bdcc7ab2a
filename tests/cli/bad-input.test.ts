import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runEva } from '../support/run-eva.js';
import { goodPrompt, tempLibrary } from '../support/temp-library.js';
import { treeHash } from '../support/tree-hash.js';
import type { BadInput } from './bad-input/fixture.js';
import { themes } from './bad-input/index.js';

const isUpdate = process.env['U'] === '1';

/** Matches texts that no message may contain: leaked values, stack traces, warnings of Node, control characters. */
const forbidden = /undefined|NaN|\[object|^\s+at .*:\d+|\(node:|[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]/m;

/** Matches the place of a mistake in a file. Mistakes in the command line and in the environment have no place. */
const inAFile = /^(prompts\/diff\/|data\/|eva\.yml).* {2}/m;

for (const [theme, fixtures] of Object.entries(themes)) {
  const golden = openGolden(join('tests/cli/bad-input/golden', `${theme}.txt`));
  after(golden.save);
  test(`${theme}: the golden file has exactly these mistakes`, { skip: isUpdate }, () => {
    assert.deepEqual(
      golden.mistakes,
      fixtures.map(({ mistake }) => mistake),
    );
  });
  for (const fixture of fixtures) {
    test(`${theme}: ${fixture.mistake}: the output has place and hint, and nothing is written`, async (t) => {
      const root = tempLibrary(t, { ...goodPrompt(), ...fixture.files });
      const before = treeHash(root);
      const { exitCode, stdout, stderr } = await runEva(fixture.argv, {
        cwd: root,
        ...(fixture.env && { env: fixture.env }),
      });
      const said = stderr.replaceAll(root, '<root>');
      assert.equal(exitCode, fixture.exitCode ?? 2, said);
      assert.equal(stdout, '');
      assert.equal(treeHash(root), before, 'nothing was written');
      assert.doesNotMatch(fixture.mistake === 'NaN' ? said.replaceAll('NaN', '') : said, forbidden);
      assert.deepEqual(
        blocksOf(said.replace(/\nno prompt was run\n$/, '\n')).filter(isPoor),
        [],
        'every problem has a code and says what to do',
      );
      if (theme !== 'command-line' && !fixture.env && fixture.argv.join(' ') === 'eval diff')
        assert.match(said, inAFile);
      assert.equal(said, golden.expected(fixture, said));
    });
  }
}

test('no mistake is repeated in a theme', () => {
  for (const [theme, fixtures] of Object.entries(themes)) {
    const mistakes = fixtures.map(({ mistake }) => mistake);
    assert.deepEqual(mistakes, [...new Set(mistakes)], theme);
  }
});

test('there are at least 200 fixtures', () => {
  assert.ok(Object.values(themes).flat().length >= 200);
});

/** Returns the problems of an output, without the last line, which counts them. */
function blocksOf(said: string): string[] {
  return said
    .trimEnd()
    .split('\n\n')
    .filter((block) => !/^\d+ (problem|warning)s?\b.*$/.test(block));
}

/** Returns true for a problem without a code or without a hint. */
function isPoor(block: string): boolean {
  const [, ...below] = block.split('\n').filter((line) => !/^ *\d+ \| /.test(line));
  const advice = below.join('\n').replace(/ EVA_[A-Z0-9_]+$/m, '');
  return !/EVA_[A-Z0-9_]+$/m.test(block) || advice.replace(/[\s|^]/g, '') === '';
}

/** Reads the expected messages of one theme: `## mistake`, the command, its output. U=1 rewrites them. */
function openGolden(path: string) {
  const known = existsSync(path) ? readGolden(readFileSync(path, 'utf8')) : new Map<string, string>();
  const seen: string[] = [];
  return {
    mistakes: [...known.keys()],
    expected({ mistake, argv }: BadInput, said: string): string | undefined {
      seen.push(`## ${mistake}\n$ eva ${argv.map(asTyped).join(' ')}\n${said}`);
      return isUpdate ? said : known.get(mistake);
    },
    save() {
      if (!isUpdate || seen.length === 0) return;
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, seen.join('\n'));
    },
  };
}

/** Returns an argument as typed in a shell, shortened and without control characters. */
function asTyped(argument: string): string {
  const short = argument.length > 60 ? `${argument.slice(0, 60)}…` : argument;
  return /^[\w./=:-]+$/.test(argument) ? short : JSON.stringify(short).replace(/[\u202a-\u202e]/g, '<direction mark>');
}

function readGolden(text: string): Map<string, string> {
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [mistake = '', , ...said] = section.split('\n');
      const isLast = section === sections.at(-1);
      return [mistake, isLast ? said.join('\n') : said.join('\n').slice(0, -1)];
    }),
  );
}
