import { isCi } from '#engine/replies/ci.js';
import { redactor } from '#model/text/redact.js';
import { secretsOf } from '#provider/secrets.js';
import type { Paint, Screen } from '#report/text/paint.js';
import { paintFor } from './colors.js';
import type { Io } from './io.js';

/** Where a command writes: keys are taken out of everything that passes. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly paint: Paint;
  /** Columns of the output. */
  readonly width: number;
  /** Columns of the output as they are. */
  readonly columns?: number;
  /** Takes the keys out of a text. */
  readonly redact: (text: string) => string;
  /** What `err` is written for. */
  readonly errScreen: Screen;
  /** True where a progress line can be rewritten. */
  readonly isLive: boolean;
}

export async function openTerminal(io: Io): Promise<Terminal> {
  const redact = redactor(secretsOf(io.env));
  const width = Math.min(io.stdout.columns ?? 100, 120);
  const isTerminal = io.stderr.isTTY === true;
  return {
    redact,
    out: (text) => void io.stdout.write(redact(text)),
    err: (text) => void io.stderr.write(redact(text)),
    paint: paintFor(io.stdout.isTTY === true, io.env),
    width,
    columns: io.stdout.columns ?? 80,
    errScreen: { paint: paintFor(isTerminal, io.env), width, isTerminal },
    isLive: isTerminal && !isCi(io.env),
  };
}
