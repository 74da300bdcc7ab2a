import { createInterface } from 'node:readline';
import kleur from 'kleur';
import { redactor } from '#model/text/redact.js';
import { secretsOf } from '#provider/secrets.js';
import { type Paint, plainPaint, type Screen } from '#report/text/screen.js';
import type { Io } from '../io.js';

/** The output of a command. Redacts keys in everything that is written. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly paint: Paint;
  readonly width: number;
  /** The columns of the output without a maximum. */
  readonly columns?: number;
  /** True if the output goes to a terminal. */
  readonly isTerminal: boolean;
  readonly redact: (text: string) => string;
  /** The width and colours of standard error. */
  readonly errScreen: Screen;
  /** The words by which the user calls eva. Default: `eva`. */
  readonly eva?: string;
  /** True if progress lines can be redrawn. */
  readonly isLive: boolean;
}

export function openTerminal(io: Io): Terminal {
  const redact = redactor(secretsOf(io.env));
  const width = Math.min(io.stdout.columns ?? 100, 120);
  const isTerminal = io.stderr.isTTY === true;
  const eva = calledAs(io);
  return {
    redact,
    out: (text) => void io.stdout.write(redact(text)),
    err: (text) => void io.stderr.write(redact(text)),
    paint: paintFor(io.stdout.isTTY === true, io.env),
    width,
    columns: io.stdout.columns ?? 80,
    errScreen: { paint: paintFor(isTerminal, io.env), width, isTerminal, eva },
    isTerminal: io.stdout.isTTY === true,
    eva,
    isLive: isTerminal && !isCi(io.env),
  };
}

/** Returns the colours of a terminal; plain text if colours are off. */
function paintFor(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint {
  const wanted = isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  if (!wanted) return plainPaint;
  kleur.enabled = true;
  return kleur;
}

/** Returns the words by which the user calls eva: `npx eva` if npx or a script of package.json has started this process. */
export function calledAs({ env }: Pick<Io, 'env'>): string {
  return env['npm_command'] ? 'npx eva' : 'eva';
}

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

/** Returns true if the command runs under a CI service: `CI` is set and is not empty, `false` or `0`. */
function isCi(env: Io['env']): boolean {
  return !['', 'false', '0'].includes((env['CI'] ?? '').trim().toLowerCase());
}
