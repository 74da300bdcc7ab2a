import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes a program that calls `answer(asked, turn)`, of this JavaScript, for each line that it reads and prints what that returns as
 * a line of JSON, or as it is if it is a text. `before` comes first, and `beget()` in both starts a child that holds the output and never
 * ends. Returns the program's path, which is the mark of all its processes.
 */
export function writeTalkingProgram(answer: string, before = ''): string {
  const path = join(mkdtempSync(join(tmpdir(), 'eva-app-')), 'app.cjs');
  const script = `#!${process.execPath}
if (process.argv[2] === 'child') return void setInterval(() => {}, 1e6);
const beget = () => {
  const child = require('node:child_process').spawn(process.execPath, [__filename, 'child'], { stdio: 'inherit' });
  child.unref();
};
${before}
let turn = 0;
const answer = ${answer};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const said = answer(JSON.parse(line), ++turn);
  if (said !== undefined) process.stdout.write((typeof said === 'string' ? said : JSON.stringify(said)) + '\\n');
});
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}
