import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { lastWords } from '#subject/app/last-words.js';

/** What node says on standard error when it runs this. */
function said(code: string): string {
  return spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stderr;
}

test('of a module that is not there the reason is shown, and neither the stack nor its fields', () => {
  const words = lastWords(said('require("/nowhere/bot.js")'));
  assert.match(words, /^: Error: Cannot find module '\/nowhere\/bot\.js'/);
  assert.doesNotMatch(words, /MODULE_NOT_FOUND|node:internal|Node\.js v/);
});

test('of a failed call to the system the reason is shown', () => {
  assert.equal(
    lastWords(said('require("fs").readFileSync("/nowhere")')),
    ": Error: ENOENT: no such file or directory, open '/nowhere'",
  );
});

test('what a program said after a stack that it printed itself stays', () => {
  assert.equal(lastWords('Error: first\n    at f (bot.js:1:1)\nout of money\n'), ': Error: first / out of money');
});

test('of other programs the last three lines are shown', () => {
  const traceback = 'Traceback (most recent call last):\n  File "bot.py", line 1, in <module>\nKeyError: \'x\'\n';
  assert.equal(
    lastWords(`started\n${traceback}`),
    ': Traceback (most recent call last): / File "bot.py", line 1, in <module> / KeyError: \'x\'',
  );
});

test('nothing said is nothing shown', () => {
  assert.equal(lastWords(' \n\n'), '');
});
