import type { Price } from '#model/config.js';
import type { RequireUnchanged } from '#process/start-program.js';
import type { Asking } from '#question/ask.js';
import type { AppFunction } from './app/app-function.js';

/** What obtaining an answer needs of the world. */
export interface SubjectDeps extends Asking {
  readonly now: () => Date;
  /** A clock that never goes back, in seconds. */
  readonly elapsed: () => number;
  /** By the name that a provider is asked for. */
  readonly prices: Readonly<Record<string, Price>>;
  readonly signal: AbortSignal;
  /** Absolute directory in which applications run: the prompt's. */
  readonly promptDir: string;
  /** Environment of applications: an allow-list without keys. */
  readonly programEnv: Readonly<Record<string, string>>;
  /** Called before each start of a program. */
  readonly requireUnchanged?: RequireUnchanged | undefined;
  /** The values of variables that an application asks for by name; those that are not set are left out. */
  readonly appEnv: (names: readonly string[]) => Readonly<Record<string, string>>;
  /** A digest of an application's command line and of the bytes behind it. */
  readonly appIdentity: (argv: readonly string[]) => string;
  /** Command lines of the applications that were started in this run; grows. */
  readonly startedApps: Set<string>;
  /** Takes keys out of a text. */
  readonly redact: (text: string) => string;
  /** The application of cases that talk to a function. */
  readonly app?: AppFunction;
}
