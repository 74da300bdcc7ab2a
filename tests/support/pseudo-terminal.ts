import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { launcher } from './tested-package.js';

/** A command on a terminal of its own. */
export interface OnTerminal {
  /** Sends keys. */
  press(keys: string): void;
  /** Waits until the screen shows a text. Throws if the command ends before, or shows it not for a minute. */
  until(text: string): Promise<void>;
  /** Returns the text on the screen as it was drawn last, without colours. */
  screen(): string;
  /** Everything that was written. */
  output(): string;
  /** Kills the command itself with SIGKILL. */
  kill(): void;
  /** Waits for the end, and returns the exit code. */
  ended(): Promise<number | null>;
}

interface TerminalOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

/** The number of looks at a screen, 5 ms apart or more, before a test gives up. */
const mostLooks = 1_000;

/** Starts eva on a pseudo-terminal, which `script` of util-linux makes. It ends with the test, so that a failed test does not hang. */
export function onTerminal(t: TestContext, args: readonly string[], options: TerminalOptions): OnTerminal {
  const { cwd, env = {}, columns = 80, rows = 24 } = options;
  const words = [process.execPath, launcher, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const pidFile = join(cwd, '.pid-of-eva');
  const line = `stty rows ${rows} cols ${columns}; echo $$ > '${pidFile}'; exec ${words}`;
  const child = spawn('script', ['-qfec', line, '/dev/null'], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: cwd,
      XDG_DATA_HOME: '/nonexistent-data-home',
      TERM: 'xterm',
      SHELL: '/bin/sh',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let all = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    all += text;
  });
  child.stdin.on('error', () => {}); // it is closed once the command has ended
  const closed = once(child, 'close');
  t.after(() => child.kill('SIGKILL'));
  const screen = () => plain(all.slice(Math.max(0, all.lastIndexOf('\u001b[H'))));
  return {
    press: (keys) => void child.stdin.write(keys),
    until: async (text) => {
      for (let looks = 0; !screen().includes(text); looks++) {
        if (child.exitCode !== null) throw new Error(`the command is over, and never showed "${text}": ${plain(all)}`);
        if (looks > mostLooks) throw new Error(`the terminal never showed "${text}": ${screen()}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    screen,
    output: () => all,
    kill: () => {
      if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
    },
    ended: async () => {
      const [exitCode] = await closed;
      return exitCode;
    },
  };
}

/** Returns a text without the sequences that move the cursor, erase and colour. */
function plain(text: string): string {
  return text.replace(/\u001b\[[?\d;]*[A-Za-z]/g, '');
}
