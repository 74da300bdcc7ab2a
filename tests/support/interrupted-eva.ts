import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { sentinelKey } from './secrets.js';
import { launcher } from './tested-package.js';

/** A command in its own process, to be interrupted. */
export interface RunningEva {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Sends a signal. Resolves with the exit code and the milliseconds until the process was gone. */
  end(signal: NodeJS.Signals): Promise<{ readonly exitCode: number | null; readonly ms: number }>;
}

/** Starts a command line with the fake API at `url`. */
export function startEva(
  args: readonly string[],
  root: string,
  url: string,
  env: Readonly<Record<string, string>> = {},
): RunningEva {
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOME: root,
      XDG_DATA_HOME: '/nonexistent-data-home',
      ANTHROPIC_API_KEY: sentinelKey,
      ANTHROPIC_BASE_URL: url,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  let shown = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const closed = once(child, 'close');
  return {
    child,
    stdout: () => shown,
    stderr: () => said,
    end: async (signal) => {
      const begun = performance.now();
      child.kill(signal);
      const [exitCode] = await closed;
      return { exitCode, ms: performance.now() - begun };
    },
  };
}

/** Waits until a condition is true. Throws if the process ends before. */
export async function until(holds: () => boolean, { child, stderr }: RunningEva): Promise<void> {
  while (!holds()) {
    if (child.exitCode !== null || child.signalCode) throw new Error(`the run is over already: ${stderr()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
