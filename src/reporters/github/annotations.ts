import type { Annotation, CommandName } from './command.js';

/** GitHub shows so many annotations of a kind per step. The last of them counts the others. */
const mostShown = 10;

interface Ranked {
  readonly annotation: Annotation;
  readonly rank: number;
}

/** Collects annotations, and keeps the worst of each kind. */
export class WorstAnnotations {
  readonly #kept: Record<CommandName, Ranked[]> = { error: [], warning: [], notice: [] };
  readonly #counts: Record<CommandName, number> = { error: 0, warning: 0, notice: 0 };

  /** Adds an annotation. One with a greater rank is worse; of equal ones the first is. */
  add(annotation: Annotation, rank: number): void {
    const { name } = annotation;
    this.#counts[name] += 1;
    const kept = this.#kept[name];
    const at = kept.findIndex((own) => own.rank < rank);
    kept.splice(at === -1 ? kept.length : at, 0, { annotation, rank });
    kept.length = Math.min(kept.length, mostShown);
  }

  /** Returns the annotations of each kind, the worst first. Of more than ten the tenth says how many there are. */
  *list(): Generator<Annotation> {
    for (const name of ['error', 'warning', 'notice'] as const) {
      const kept = this.#kept[name].map(({ annotation }) => annotation);
      const isFull = this.#counts[name] > mostShown;
      yield* isFull ? kept.slice(0, mostShown - 1) : kept;
      if (isFull) yield moreOf(name, this.#counts[name] - mostShown + 1);
    }
  }
}

const nouns: Readonly<Record<CommandName, string>> = { error: 'errors', warning: 'warnings', notice: 'notices' };

function moreOf(name: CommandName, more: number): Annotation {
  const message = `GitHub shows at most ${mostShown} ${nouns[name]} of a step. The summary of the job lists all.`;
  return { name, title: `${more} more ${nouns[name]}`, message, file: null, line: null };
}
