import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { type RunningEva, startEva } from './interrupted-eva.js';

/** A command that waits for saved files, in its own process. */
export interface WatchingEva extends RunningEva {
  /** Waits until the output has the text this many times. Throws if the command ends before, or shows it not for half a minute. */
  until(text: string, times?: number): Promise<void>;
  /** Waits until the command has said this many times that it watches. */
  watching(times: number): Promise<void>;
  /** Returns the exit code once the command has ended. Throws if it goes on for half a minute. */
  ended(): Promise<number | null>;
}

/** The number of looks at the output, 10 ms apart or more, before a test gives up. */
const mostLooks = 2_000;

/** The library to watch, the fake API and more environment variables. */
interface WatchPlace {
  readonly root: string;
  readonly url: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts `eva eval --watch` with the fake API at `url`. It ends with the test. */
export function startWatch(t: TestContext, args: readonly string[], { root, url, env = {} }: WatchPlace): WatchingEva {
  const eva = startEva(['eval', '--watch', ...args], root, url, env);
  t.after(() => eva.child.kill('SIGKILL'));
  const until = async (text: string, times = 1) => {
    for (let looks = 0; (eva.stderr() + eva.stdout()).split(text).length - 1 < times; looks++) {
      if (eva.child.exitCode !== null) throw new Error(`the watch is over, without "${text}": ${eva.stderr()}`);
      if (looks > mostLooks) throw new Error(`never said "${text}" ${times} times: ${eva.stderr()}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const ended = async () => {
    for (let looks = 0; eva.child.exitCode === null && eva.child.signalCode === null; looks++) {
      if (looks > mostLooks) throw new Error(`the watch does not end: ${eva.stderr()}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return eva.child.exitCode;
  };
  return { ...eva, until, ended, watching: (times) => until('; Ctrl-C ends', times) };
}

/** Saves a file as an editor does. */
export type Save = (path: string, text: string) => void;

/** The ways in which editors save. */
export const editors: Readonly<Record<string, Save>> = {
  'in place': (path, text) => writeFileSync(path, text),
  'with a new file renamed over it': (path, text) => {
    writeFileSync(`${path}.tmp`, text);
    renameSync(`${path}.tmp`, path);
  },
  'with the old file renamed to a copy': (path, text) => {
    renameSync(path, `${path}~`);
    writeFileSync(path, text);
    rmSync(`${path}~`);
  },
  'in two steps': (path, text) => {
    writeFileSync(path, '');
    writeFileSync(path, text);
  },
};
