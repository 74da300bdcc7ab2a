import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a program of this JavaScript into a new directory and returns its path. In it, `input` is its standard input and `args` its arguments. */
export function writeProgram(name: string, script: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'eva-program-')), name);
  const preamble = "const input = require('node:fs').readFileSync(0, 'utf8');\nconst args = process.argv.slice(2);\n";
  writeFileSync(path, `#!${process.execPath}\n${preamble}${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Writes a fake `claude` program that prints this result object. `result` may be an expression with `input` and `args`. */
export function writeFakeClaude(result: string, fields: Readonly<Record<string, unknown>> = {}, exitCode = 0): string {
  const rest = JSON.stringify({
    type: 'result',
    subtype: 'success',
    is_error: false,
    session_id: '00000000-0000-4000-8000-000000000000',
    usage: { input_tokens: 12, cache_read_input_tokens: 0, output_tokens: 7 },
    ...fields,
  });
  const script = `process.stdout.write(JSON.stringify({ ...${rest}, result: ${result} }) + '\\n');\nprocess.exitCode = ${exitCode};`;
  return writeProgram('claude', script);
}
