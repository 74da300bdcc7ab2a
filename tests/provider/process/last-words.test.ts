import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { lastWords } from '#provider/process/run-program.js';

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
  assert.equal(
    lastWords('Error: first\n    at f (bot.js:1:1)\nout of money\n'),
    ': Error: first / out of money (bot.js:1)',
  );
});

test('a message of an error in the last line is shown alone, and any other last line with the two before it', () => {
  const traceback = 'Traceback (most recent call last):\n  File "bot.py", line 1, in <module>\nKeyError: \'x\'\n';
  assert.equal(lastWords(`started\n${traceback}`), ": KeyError: 'x' (bot.py:1)");
  assert.equal(lastWords('a\nb\nc\nd\n'), ': b / c / d');
});

test('without output nothing is shown', () => {
  assert.equal(lastWords(' \n\n'), '');
});

/** What programs write before they end, and the words that say why. */
const written: readonly [what: string, text: string, words: string][] = [
  [
    'a missing package in Python',
    'Traceback (most recent call last):\n  File "/srv/app/bad.py", line 2, in <module>\n    import nopackage\nModuleNotFoundError: No module named \'nopackage\'\n',
    ": ModuleNotFoundError: No module named 'nopackage' (bad.py:2)",
  ],
  [
    'a missing variable, below frames of Python itself',
    'Traceback (most recent call last):\n  File "bot.py", line 7, in <module>\n    os.environ["BOT"]\n    ~~~~~~~~~~^^^^^^^\n  File "<frozen os>", line 714, in __getitem__\nKeyError: \'BOT\'\n',
    ": KeyError: 'BOT' (bot.py:7)",
  ],
  [
    'an error in a package',
    '  File "/srv/bot.py", line 3, in main\n    get()\n  File "/venv/lib/python3.12/site-packages/httpx/_client.py", line 99, in get\nhttpx.ConnectError: refused\n',
    ': httpx.ConnectError: refused (bot.py:3)',
  ],
  [
    'a syntax error of Python',
    '  File "/srv/bot.py", line 1\n    def f(:\n          ^\nSyntaxError: invalid syntax\n',
    ': SyntaxError: invalid syntax (bot.py:1)',
  ],
  [
    'an error of Node',
    'file:///srv/bot.mjs:4\n  throw new Error("no key");\n        ^\n\nError: no key\n    at main (file:///srv/bot.mjs:4:9)\n    at node:internal/main/run_main_module:36:49\n\nNode.js v20.20.2\n',
    ': Error: no key (bot.mjs:4)',
  ],
  [
    'an error of Java',
    'Exception in thread "main" java.lang.IllegalStateException: no database\n\tat java.base/java.util.Objects.requireNonNull(Objects.java:233)\n\tat com.x.Main.main(Main.java:12)\n',
    ': Exception in thread "main" java.lang.IllegalStateException: no database (Main.java:12)',
  ],
  [
    'a panic of Go',
    'panic: runtime error: index out of range [3]\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/main.go:17 +0x1d\nexit status 2\n',
    ': panic: runtime error: index out of range [3] (main.go:17)',
  ],
  [
    'a panic of Rust',
    "thread 'main' panicked at src/main.rs:2:5:\nno database\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
    ": thread 'main' panicked at src/main.rs:2:5: / no database",
  ],
  ['lines of text', 'starting\nopening the model\nno such file\n', ': starting / opening the model / no such file'],
  ['nothing', '\n', ''],
];

for (const [what, text, words] of written)
  test(`the last words of a program: ${what}`, () => assert.equal(lastWords(text), words));
