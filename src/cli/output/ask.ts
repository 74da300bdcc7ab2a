import { createInterface } from 'node:readline';
import type { Io } from '../io.js';

/** Returns true if somebody can read a question and answer it: standard input and standard error are terminals. */
export function canAsk({ stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Asks a question on standard error, and returns true for `y` or `yes`. The end of the input and Ctrl-C are a no. */
export async function askYesNo(question: string, { stdin, stderr }: Io): Promise<boolean> {
  const asking = createInterface({ input: stdin, output: stderr });
  const answer = await new Promise<string>((resolve) => {
    asking.question(`${question} [y/N] `, resolve);
    asking.once('close', () => resolve(''));
  });
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}
