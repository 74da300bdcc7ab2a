import type { Price } from '#model/config.js';
import type { Ask } from '#model/exchange.js';

/** What obtaining an answer needs of the world. */
export interface SubjectDeps {
  readonly ask: Ask;
  /** Where a model's name leads; the name was checked when the run was planned. */
  readonly route: (model: string) => { readonly provider: string; readonly model: string };
  readonly now: () => Date;
  /** A clock that never goes back, in seconds. */
  readonly elapsed: () => number;
  /** By the name that a provider is asked for. */
  readonly prices: Readonly<Record<string, Price>>;
}
