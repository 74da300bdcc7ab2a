import assert from 'node:assert/strict';
import test from 'node:test';
import { type ProgramView, renderTrust } from '#report/commands/trust.js';
import { plainPaint } from '#report/text/screen.js';

const screen = { paint: plainPaint, width: 80 };
const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const check: ProgramView = {
  kind: 'check',
  name: 'has-valid-sql',
  argv: ['python3', 'verify.py', 'a b', ''],
  cwd: '/home/me/library/prompts/sql-review',
  files: [{ path: '/home/me/library/prompts/sql-review/verify.py', sha256 }],
  trusted: false,
};
const server: ProgramView = {
  kind: 'base_url',
  name: 'gateway',
  url: 'https://gateway.example.org/v1',
  api_key_env: 'GATEWAY_KEY',
  sends: 'the value of GATEWAY_KEY',
  cwd: '/home/me/library',
  files: [],
  trusted: true,
};

test('programs and servers are shown with command line, directory and digests', () => {
  assert.equal(
    renderTrust([check, server], screen),
    `
  ? command check of case has-valid-sql  (not trusted)
    runs      python3 verify.py "a b" ""
    in        /home/me/library/prompts/sql-review
    file      /home/me/library/prompts/sql-review/verify.py
    sha256    9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08

  ✓ server of provider gateway
    sends to  https://gateway.example.org/v1
    with key  the value of GATEWAY_KEY

  1 program and 1 server, 1 not trusted
`,
  );
});

test('an application is shown with the environment variables that it gets', () => {
  const app = { ...check, kind: 'app', name: 'Bot helps', argv: ['node', 'bot.js'], env: ['BOT_KEY', 'BOT_URL'] };
  const lines = renderTrust([{ ...app, files: [] }], screen).split('\n');
  assert.deepEqual(lines.slice(1, 5), [
    '  ? application of scenario Bot helps  (not trusted)',
    '    runs      node bot.js',
    '    in        /home/me/library/prompts/sql-review',
    '    gets      the values of BOT_KEY, BOT_URL',
  ]);
});

test('a long command line is never cut', () => {
  const argv = ['sh', '-c', `true ${'; true'.repeat(100)}; rm -rf "$HOME"`];
  const shown = renderTrust([{ ...check, argv }], screen).replace(/\s+/g, '');
  assert.ok(shown.includes(`"true${';true'.repeat(100)};rm-rf\\"$HOME\\""`.replaceAll(' ', '')), shown);
});

test('a word with quotes cannot look like two words', () => {
  assert.match(renderTrust([{ ...check, argv: ['true', 'a" "b'] }], screen), /runs {6}true "a\\" \\"b"\n/);
});

test('a line break in a command line is escaped', () => {
  assert.match(
    renderTrust([{ ...check, argv: ['sh', '-c', 'true\nrm -rf x'] }], screen),
    /runs {6}sh -c "true\\nrm -rf x"\n/,
  );
});

test('a library without programs says so', () => {
  assert.equal(renderTrust([], screen), 'this library names no programs: there is nothing to trust\n');
});
