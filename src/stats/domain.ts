/** Throws a RangeError unless `value` is a whole number of at least 0 that a double holds exactly. */
export function requireCount(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`${name} is ${value}, and must be a whole number of at least 0.`);
  }
}

/** Throws a RangeError unless `value` lies in [0, 1]. */
export function requireProbability(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} is ${value}, and must lie between 0 and 1.`);
}

/** Throws a RangeError unless `value` lies strictly between 0 and 1. */
export function requireLevel(name: string, value: number): void {
  if (!(value > 0 && value < 1)) throw new RangeError(`${name} is ${value}, and must lie strictly between 0 and 1.`);
}

/** Throws a RangeError unless `value` is finite and above 0. */
export function requirePositive(name: string, value: number): void {
  if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`${name} is ${value}, and must be a finite number above 0.`);
  }
}

/** Throws a RangeError unless `part` and `whole` are whole numbers with 0 <= part <= whole. */
export function requirePart(partName: string, part: number, wholeName: string, whole: number): void {
  requireCount(partName, part);
  requireCount(wholeName, whole);
  if (part > whole) {
    throw new RangeError(`${partName} is ${part}, and must be at most ${wholeName}, which is ${whole}.`);
  }
}

/** Throws a RangeError for a side that the formula does not support. */
export function unknownSide(side: never): never {
  throw new RangeError(`The side is ${JSON.stringify(side)}, which is none of those that are known here.`);
}
