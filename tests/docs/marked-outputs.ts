import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { runEva } from '../support/run-eva.js';

/** Where the command of a marked block runs, and what it does before. */
export interface MarkedRun {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Text that replaces what differs from run to run, beside names of runs and times. */
  readonly steady?: (text: string) => string;
  /** Lines that somebody writes on a terminal: the block is what the command prints there, and not standard output. */
  readonly typed?: string;
  /** True if the block is what the command prints on standard error. */
  readonly isError?: boolean;
}

/** Replaces what differs from run to run: names of runs and times. */
export function steadyOutput(text: string): string {
  return text
    .replace(/\d{8}T\d{6}Z-[0-9a-f]{6}/g, '20261121T223015Z-4f3a9c')
    .replace(/\b[0-9.]+ (ms|s)$/gm, '80 ms')
    .replace(/\b[0-9.]+m?s ·/g, '80ms ·')
    .replace(/ +$/gm, '');
}

/** Compares every marked block of a page, in their order, with what its command prints. `placeOf` says where it runs. With U=1 the blocks are written anew. */
export async function checkMarkedOutputs(
  page: string,
  placeOf: (kind: string, command: string) => MarkedRun | Promise<MarkedRun>,
): Promise<void> {
  const text = readFileSync(page, 'utf8');
  const marks = [...text.matchAll(/<!-- output( [a-z ]+)?: eva (.*) -->\n```\n([\s\S]*?)^```$/gm)];
  assert.ok(marks.length > 0, `${page} marks no output`);
  let written = text;
  for (const [whole, kind = '', command = '', shown = ''] of marks) {
    const { cwd, env = {}, steady = (same) => same, typed, isError = false } = await placeOf(kind.trim(), command);
    const { stdout, stderr } = await runEva(command.split(' '), { cwd, env, ...(typed && { typed, columns: 80 }) });
    const printed = isError || typed ? stderr : stdout;
    assert.notEqual(printed, '', `${stdout}${stderr}`);
    const real = `${steady(steadyOutput(printed)).replace(/^\n|\n+$/g, '')}\n`;
    if (process.env['U'] === '1')
      written = written.replace(whole, () => `${whole.slice(0, whole.indexOf('\n```\n'))}\n\`\`\`\n${real}\`\`\``);
    else assert.equal(shown, real, `${page}: eva ${command} prints something else: U=1 writes it anew`);
  }
  if (written !== text) writeFileSync(page, written);
}

/** Returns the block of a page that begins with a text. */
export function blockOf(page: string, start: string): string {
  const found = [...readFileSync(page, 'utf8').matchAll(/^```\w*\n([\s\S]*?)^```$/gm)]
    .map(([, text = '']) => text)
    .find((text) => text.startsWith(start));
  assert.ok(found, `${page} has a block that begins with ${start}`);
  return found;
}
