import { isCi } from '#engine/replies/ci.js';
import { redactor } from '#model/text/redact.js';
import { secretsOf } from '#provider/secrets.js';
import type { Paint, Screen } from '#report/text/paint.js';
import type { Io } from '../io.js';
import { calledAs } from './called-as.js';
import { paintFor } from './colors.js';

/** The output of a command. Redacts keys in everything that is written. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly paint: Paint;
  /** Columns of the output. */
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
