/** Throws RangeError unless `value` is a whole number of at least 0 that a double holds exactly. */
export function requireCount(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`${name} is ${value}, and must be a whole number of at least 0.`);
  }
}

/** Throws RangeError unless every value is a finite number. */
export function requireFinite(name: string, values: readonly number[]): void {
  const odd = values.findIndex((value) => !Number.isFinite(value));
  if (odd >= 0) throw new RangeError(`${name}[${odd}] is ${values[odd]}, and must be a finite number.`);
}

/** Throws RangeError unless `value` lies in [0, 1]. */
export function requireProbability(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} is ${value}, and must lie between 0 and 1.`);
}

/** Throws RangeError unless `value` lies strictly between 0 and 1. */
export function requireLevel(name: string, value: number): void {
  if (!(value > 0 && value < 1)) throw new RangeError(`${name} is ${value}, and must lie strictly between 0 and 1.`);
}
