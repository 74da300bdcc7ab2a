import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes a program that calls `answer(asked, turn)` of this JavaScript for each input line, and prints the return value as
 * a line of JSON, or unchanged if it is a text. `before` runs first. `beget()` starts a child that keeps the output open and never
 * ends. Returns the program's path, which marks all its processes.
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
