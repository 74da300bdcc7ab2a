import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import { flagWords, promptWord } from '#model/text/quoted.js';

/** Returns the words of a command line as a POSIX shell splits it. Runs nothing. */
function wordsOf(line: string): readonly string[] {
  return execFileSync('sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
}

for (const id of ['x;touch y', '$(id)', "it's", 'a b', '--yes', '=ls', '`id`', '~']) {
  test(`a shell reads ${id} in a command as one word that is no option`, () => {
    const word = id.startsWith('-') ? `prompts/${id}` : id;
    assert.deepEqual(wordsOf(`eva trust ${promptWord(id)}`), ['eva', 'trust', word]);
    const flag = id.startsWith('-') ? [`--model=${id}`] : ['--model', id];
    assert.deepEqual(wordsOf(flagWords('--model', id)), flag);
  });
}
