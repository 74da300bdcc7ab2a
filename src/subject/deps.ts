import type { Price } from '#model/config.js';
import type { RequireUnchanged } from '#process/start-program.js';
import type { Asking } from '#question/ask.js';
import type { AppFunction } from './app/app-function.js';

/** The dependencies of trials. */
export interface SubjectDeps extends Asking {
  readonly now: () => Date;
  /** Seconds of a monotonic clock. */
  readonly elapsed: () => number;
  /** Prices by the provider's name of the model. */
  readonly prices: Readonly<Record<string, Price>>;
  readonly signal: AbortSignal;
  /** Absolute path of the prompt's directory, in which applications run. */
  readonly promptDir: string;
  /** Environment of applications: only variables of an allow-list, no API keys. */
  readonly programEnv: Readonly<Record<string, string>>;
  /** Called before each start of a program. */
  readonly requireUnchanged?: RequireUnchanged | undefined;
  /** Returns the values of the variables that an application asks for; omits unset ones. */
  readonly appEnv: (names: readonly string[]) => Readonly<Record<string, string>>;
  /** Returns a digest of an application's command line and of its program files. */
  readonly appIdentity: (argv: readonly string[]) => string;
  /** Command lines of the applications that this run has started. */
  readonly startedApps: Set<string>;
  /** Masks secrets (API keys) in a text. */
  readonly redact: (text: string) => string;
  /** The application function, for cases that use one. */
  readonly app?: AppFunction;
}
