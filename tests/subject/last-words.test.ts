import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { lastWords } from '#process/last-words.js';

/** Returns node's standard error for this script. */
function said(code: string): string {
  return spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stderr;
}

test('for a missing module only the reason is shown, not the stack trace', () => {
  const words = lastWords(said('require("/nowhere/bot.js")'));
  assert.match(words, /^: Error: Cannot find module '\/nowhere\/bot\.js'/);
  assert.doesNotMatch(words, /MODULE_NOT_FOUND|node:internal|Node\.js v/);
});

test('for a failed system call the reason is shown', () => {
  assert.equal(
    lastWords(said('require("fs").readFileSync("/nowhere")')),
    ": Error: ENOENT: no such file or directory, open '/nowhere'",
  );
});

test('output after a stack trace stays', () => {
  assert.equal(lastWords('Error: first\n    at f (bot.js:1:1)\nout of money\n'), ': Error: first / out of money');
});

test('a message of an error in the last line is shown alone, and any other last line with the two before it', () => {
  const traceback = 'Traceback (most recent call last):\n  File "bot.py", line 1, in <module>\nKeyError: \'x\'\n';
  assert.equal(lastWords(`started\n${traceback}`), ": KeyError: 'x'");
  assert.equal(lastWords('a\nb\nc\nd\n'), ': b / c / d');
});

test('without output nothing is shown', () => {
  assert.equal(lastWords(' \n\n'), '');
});
