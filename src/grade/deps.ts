import type { Ask } from '#model/exchange.js';

/** What grading needs of the world. */
export interface GradeDeps {
  readonly ask: Ask;
  /** Where a model's name leads; the name was checked when the run was planned. */
  readonly route: (model: string) => {
    readonly provider: string;
    readonly model: string;
    readonly forcesTools: boolean;
  };
  /** 32 fresh hexadecimal digits (128 random bits). */
  readonly nonce: () => string;
  /** Environment of `command` checks: an allow-list without keys. */
  readonly programEnv: Readonly<Record<string, string>>;
  /** Absolute directory in which `command` checks run: the prompt's. */
  readonly promptDir: string;
  readonly signal: AbortSignal;
  /** Skip the rubric where a check has failed already. */
  readonly failFast: boolean;
}
