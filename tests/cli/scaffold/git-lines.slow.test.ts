import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { ignores } from '#cli/scaffold/repository-files.js';
import { tempLibrary } from '../../support/temp-library.js';

const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };

const forms = ['.eva', '.eva/', '.eva/*', '.eva/**', '.e*', '.e?a', '.[ae]va', '.*', '*', '*/', '**', '**/', '*/*'];
const ends = ['\t', '\f', '\v', ' ', '  ', ' \t', '\r', '\u00a0', '/', 'x', '#'];
const texts = [
  ...forms.flatMap((form) => [form, `/${form}`, `**/${form}`, `a/${form}`, ` ${form}`, `#${form}`, `!${form}`]),
  ...['.eva', '.eva/', '.eva/*'].flatMap((form) => ends.map((end) => form + end)),
  ...['.eva', '.eva/', '/.eva/', '.eva/*', '.eva/**', '*'].flatMap((one) =>
    ['.eva', '/.eva/', '.eva/*', '.eva/**', '.e*', '**/', '.eva/\t', 'a/.eva'].map((other) => `${one}\n!${other}`),
  ),
  ...['', '\r\n', '/', '//', './.eva', '//.eva', '!.eva\r\n.eva\r\n', '.EVA', '!!.eva'],
];

/** Returns true for a text with patterns of more than this folder, or of a part of it, or with one that undoes another. */
const isUnusual = (text: string) => /^\/?\*(?!\*\/\.)|\*\/$|\n!/.test(text);

test('a .gitignore is read as git reads it', (t) => {
  const file = '.eva/runs/r/plan.json';
  const root = tempLibrary(t, { [file]: '', [`deep/${file}`]: '' });
  const git = (...args: string[]) => spawnSync('git', ['-C', root, ...args], { env });
  git('init', '-q');
  for (const text of texts) {
    writeFileSync(join(root, '.gitignore'), `${text}\n`, 'latin1');
    for (const [path, isBelow] of [[file, false] as const, [`deep/${file}`, true] as const]) {
      const found = ignores(text, '.eva', isBelow) === true;
      const wanted = git('check-ignore', '-q', path).status === 0;
      // A needless line does no harm; a missing one does.
      if (found || !isUnusual(text)) assert.equal(found, wanted, JSON.stringify({ text, isBelow }));
    }
  }
});
