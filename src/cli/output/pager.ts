import { spawn } from 'node:child_process';
import type { Io } from '../io.js';
import type { Terminal } from './terminal.js';

/**
 * Shows a text through `$PAGER` if standard output is a terminal and a pager is set; else prints it. `less` shows colours, and ends at once
 * if the text fits. The text must be escaped already, so that no reply can control the pager.
 */
export async function showPaged(text: string, terminal: Terminal, { env, stdout }: Io): Promise<void> {
  const pager = env['PAGER'];
  if (stdout.isTTY !== true || !pager) {
    terminal.out(text);
    return;
  }
  await new Promise<void>((done) => {
    const child = spawn(pager, {
      shell: true,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { LESS: 'FRX', ...env },
    });
    child.on('error', () => {
      terminal.out(text);
      done();
    });
    child.on('close', () => done());
    child.stdin.on('error', () => {}); // the user may quit the pager before it has read all
    child.stdin.end(terminal.redact(text));
  });
}
