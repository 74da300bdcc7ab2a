import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';

const maxOfCode = 20;
const maxOfFile = 50;

/** Collects the problems of a data set: twenty of each code, fifty in all, and the number of the others. */
export class ProblemList {
  readonly #kept: Problem[] = [];
  readonly #seen = new Map<string, number>();
  readonly #file: string;
  #more = 0;
  #moreErrors = 0;
  #errors = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** True if one of the problems is an error. */
  get hasErrors(): boolean {
    return this.#errors > 0;
  }

  add(entry: Problem): void {
    this.offer(entry, () => entry);
  }

  /** Adds a problem, which is made only if it is listed: to find a place in a large item takes time. */
  offer({ code, severity = 'error' }: Pick<Problem, 'code'> & Partial<Problem>, make: () => Problem): void {
    const isError = severity === 'error';
    if (isError) this.#errors++;
    const seen = this.#seen.get(code) ?? 0;
    this.#seen.set(code, seen + 1);
    if (seen < maxOfCode) this.#kept.push(make());
    else this.#count(isError);
  }

  /** Counts problems that are not listed; they are errors. */
  addMore(count: number): void {
    this.#more += count;
    this.#moreErrors += count;
    this.#errors += count;
  }

  /** Returns the problems by their place, errors before warnings where there are too many. */
  list(): readonly Problem[] {
    const chosen = [...this.#kept].sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
    for (const entry of chosen.splice(maxOfFile)) this.#count(entry.severity === 'error');
    const shown = chosen.sort(byLine);
    if (this.#more === 0) return shown;
    const severity = this.#moreErrors > 0 ? 'error' : 'warning';
    return [...shown, problem('EVA_MORE_PROBLEMS', { more: this.#more }, { at: { file: this.#file }, severity })];
  }

  #count(isError: boolean): void {
    this.#more++;
    if (isError) this.#moreErrors++;
  }
}

export function byLine(a: Problem, b: Problem): number {
  return (a.at?.line ?? 0) - (b.at?.line ?? 0) || (a.at?.column ?? 0) - (b.at?.column ?? 0);
}
