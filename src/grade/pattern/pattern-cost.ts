/** The most character comparisons that a search may make without a time limit. Decision 027 gives the measured times. */
const mostCompared = 10_000_000;

/** The most character comparisons on an empty text with which a new pattern may be compiled without a time limit. */
const mostOnNothing = 10_000;

const costs = new WeakMap<RegExp, PatternCost | null>();

function costOf(pattern: RegExp): PatternCost | null {
  const known = costs.get(pattern);
  if (known !== undefined) return known;
  const cost = readCost(pattern.source, pattern.ignoreCase);
  costs.set(pattern, cost);
  return cost;
}

/** Returns true if analysis proves that a search for the pattern in this text is fast. */
export function isQuick(pattern: RegExp, text: string): boolean {
  const cost = costOf(pattern);
  if (cost === null) return false;
  const perStart = valueAt(cost.whole.work, text.length + 1);
  // A place that differs from the prefix only in its last character costs as many comparisons as the prefix has characters.
  const elsewhere = text.length * Math.max(1, cost.prefix.length);
  const mostStarts = Math.floor((mostCompared - elsewhere) / perStart);
  return mostStarts >= 1 && (cost.isAnchored || hasAtMost(mostStarts, text, cost.prefix));
}

/** Returns true if analysis proves that a search for the pattern in an empty text is fast. */
export function isQuickOnNothing(pattern: RegExp): boolean {
  const cost = costOf(pattern);
  return cost !== null && valueAt(cost.whole.work, 1) <= mostOnNothing;
}

/** Returns true if a match can begin at no more than `starts` places of a text. */
function hasAtMost(starts: number, text: string, prefix: string): boolean {
  if (text.length + 1 <= starts) return true;
  if (prefix === '') return false;
  let seen = 0;
  for (let at = text.indexOf(prefix); at !== -1; at = text.indexOf(prefix, at + 1)) if (++seen > starts) return false;
  return true;
}

/** The longest pattern that is analysed, in UTF-16 units. */
const longest = 1000;

/**
 * The supported parts of a character class: general categories, single characters and their ranges, and nested classes. String
 * literals in classes are not supported.
 */
const setParts =
  /\[\^?|\\[pP]\{[A-Z][a-z]?\}|\\u(?:\{[0-9a-f]+\}|[0-9a-f]{4})|\\x[0-9a-f]{2}|\\[nrtsS]|[A-Za-z0-9_-]|\]/y;

/** Letters and digits without a quantifier. */
const words = /[A-Za-z0-9]+(?![A-Za-z0-9*+?{])/y;

/** Single characters, outside classes. */
const singles = /[A-Za-z0-9]|\\n|\\u\{([0-9a-f]+)\}|\\[pP]\{[A-Z][a-z]?\}/y;

const groupStarts = /\((?:\?:|\?<[A-Za-z_$][\w$]*>|(?!\?))/y;

const lookStarts = /\(\?<?[=!]/y;

const groupNames = /\\k<[^>]*>|\\[1-9][0-9]?/y;

const places = /[\^$]/y;

const repeats = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;

/** The cost of a pattern, as a function of the length of the text. */
interface PatternCost {
  readonly whole: MatchCost;
  /** Text with which every match begins; empty if none is known. */
  readonly prefix: string;
  /** True if a match can begin only at the start of the text. */
  readonly isAnchored: boolean;
}

/**
 * Analyses a pattern as `translatePattern` writes it; `ignoresCase` is the flag `i`. Returns null if a part of the pattern is not
 * supported, or if no polynomial bounds its cost.
 */
function readCost(source: string, ignoresCase: boolean): PatternCost | null {
  if (source.length > longest) return null;
  try {
    const reader = new CostReader(source);
    const whole = reader.disjunction();
    if (!reader.isAtEnd()) return null;
    const hasAlternatives = reader.hasOuterAlternatives;
    const prefix = hasAlternatives || ignoresCase ? '' : prefixOf(source);
    return { whole, prefix, isAnchored: !hasAlternatives && /^\^(?![*+?{])/.test(source) };
  } catch (error) {
    if (error instanceof TooSteep) return null;
    throw error;
  }
}

/** Returns the literal characters at the beginning of a pattern that are not repeated. */
function prefixOf(source: string): string {
  let prefix = '';
  for (let at = 0; ; ) {
    singles.lastIndex = at;
    const [written = '', code] = singles.exec(source) ?? [];
    const end = at + written.length;
    const isItself = code !== undefined || written.length === 1;
    if (!isItself || /[*+?{]/.test(source.charAt(end))) return prefix;
    prefix += code === undefined ? written : String.fromCodePoint(Number.parseInt(code, 16));
    at = end;
  }
}

/** Parses a pattern from left to right and adds up its cost. Throws `TooSteep` also for syntax that it does not support. */
class CostReader {
  readonly #source: string;
  #at = 0;
  #depth = 0;
  hasOuterAlternatives = false;

  constructor(source: string) {
    this.#source = source;
  }

  isAtEnd(): boolean {
    return this.#at === this.#source.length;
  }

  disjunction(): MatchCost {
    let cost = this.#alternative();
    while (this.#source.charAt(this.#at) === '|') {
      this.#at += 1;
      if (this.#depth === 0) this.hasOuterAlternatives = true;
      cost = alternatives(cost, this.#alternative());
    }
    return cost;
  }

  #alternative(): MatchCost {
    const parts: MatchCost[] = [];
    while (!this.isAtEnd() && !'|)'.includes(this.#source.charAt(this.#at))) parts.push(this.#repeated(this.#part()));
    return parts.length === 0 ? place : parts.reduceRight((then, part) => sequence(part, then));
  }

  #part(): MatchCost {
    const word = this.#take(words)?.[0];
    if (word !== undefined) return characters(word.length, word.length);
    const single = this.#take(singles)?.[0];
    if (single !== undefined) return characters(workOf(single));
    if (this.#take(places)) return place;
    if (this.#take(groupNames)) return groupAgain;
    // The matcher does not backtrack into a look-around.
    if (this.#take(lookStarts)) return { ways: one, work: addPolynomials(this.#inside().work, one), least: 0 };
    if (this.#take(groupStarts)) return this.#inside();
    return this.#set();
  }

  #inside(): MatchCost {
    this.#depth += 1;
    const cost = this.disjunction();
    this.#depth -= 1;
    if (this.#source.charAt(this.#at) !== ')') throw new TooSteep();
    this.#at += 1;
    return cost;
  }

  #set(): MatchCost {
    let [open, work] = [0, 0];
    do {
      const part = this.#take(setParts)?.[0];
      if (part === undefined) throw new TooSteep();
      if (part.startsWith('[')) open += 1;
      if (part === ']') open -= 1;
      work += workOf(part);
    } while (open > 0);
    if (open < 0) throw new TooSteep();
    return characters(work);
  }

  #repeated(part: MatchCost): MatchCost {
    const repeat = '*+?{'.includes(this.#source.charAt(this.#at)) ? this.#take(repeats) : null;
    return repeat ? repeated(part, repeatsOf(repeat)) : part;
  }

  #take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at;
    const match = form.exec(this.#source);
    if (match) this.#at = form.lastIndex;
    return match;
  }
}

/**
 * Returns the number of comparisons for one character or category. A category has characters beyond U+FFFF, which V8 compares in
 * many steps.
 */
function workOf(written: string): number {
  return /^\\[pP]/.test(written) ? 20 : 1;
}

function repeatsOf([written, least, comma, most]: RegExpExecArray): Repeats {
  const endless = Number.POSITIVE_INFINITY;
  if (written.startsWith('*')) return { least: 0, most: endless };
  if (written.startsWith('+')) return { least: 1, most: endless };
  if (written.startsWith('?')) return { least: 0, most: 1 };
  const from = Number(least);
  if (comma === '') return { least: from, most: from };
  return { least: from, most: most === '' ? endless : Number(most) };
}

/**
 * Upper bounds of the work of a backtracking matcher on a part of a pattern, at one place of a text of n characters. If A is
 * followed by B, it tries B again for each way through A: work(AB) = work(A) + ways(A) work(B), ways(AB) = ways(A) ways(B).
 * Alternatives add up. An unbounded repetition has n + 1 ways if each repetition has one way and consumes a character; any other
 * could be exponential and has no cost.
 */
interface MatchCost {
  /** Number of ways in which the part can match there. */
  readonly ways: Polynomial;
  /** Number of character comparisons until all ways are tried. */
  readonly work: Polynomial;
  /** The least number of characters that the part consumes. */
  readonly least: number;
}

/** How often a part is repeated; `most` may be infinite. */
interface Repeats {
  readonly least: number;
  readonly most: number;
}

/** Returns the cost of `least` literal characters, or of one character of a class. `work` counts comparisons of single characters. */
function characters(work: number, least = 1): MatchCost {
  return { ways: one, work: [work], least };
}

export const one: Polynomial = [1];

/** The cost of an assertion such as `^`, and of an empty part. */
const place: MatchCost = { ways: one, work: one, least: 0 };

/** The length of the text plus one. */
export const length: Polynomial = [0, 1];

const groupAgain: MatchCost = { ways: one, work: length, least: 0 };

/** Returns the cost of two parts in sequence. Throws `TooSteep`. */
function sequence(first: MatchCost, then: MatchCost): MatchCost {
  return {
    ways: product(first.ways, then.ways),
    work: addPolynomials(first.work, product(first.ways, then.work)),
    least: first.least + then.least,
  };
}

function alternatives(first: MatchCost, second: MatchCost): MatchCost {
  return {
    ways: addPolynomials(first.ways, second.ways),
    work: addPolynomials(addPolynomials(first.work, second.work), one),
    least: Math.min(first.least, second.least),
  };
}

/** Returns the cost of a repeated part. Throws `TooSteep` if no polynomial bounds the number of ways. */
function repeated(part: MatchCost, { least, most }: Repeats): MatchCost {
  if (isOne(part.ways)) return repeatedInOneWay(part, { least, most });
  if (most > mostMultiplied) throw new TooSteep();
  let ways: Polynomial = least === 0 ? one : [0];
  let work: Polynomial = one;
  let power: Polynomial = one;
  for (let times = 1; times <= most; times++) {
    work = addPolynomials(work, product(power, part.work));
    power = product(power, part.ways);
    if (times >= least) ways = addPolynomials(ways, power);
  }
  return { ways, work, least: least * part.least };
}

/** The most repetitions that are multiplied out for a part with several ways. */
const mostMultiplied = 20;

function repeatedInOneWay(part: MatchCost, { least, most }: Repeats): MatchCost {
  const isEndless = most === Number.POSITIVE_INFINITY;
  if (isEndless && part.least === 0) throw new TooSteep();
  const times: Polynomial = isEndless ? addPolynomials(length, [least]) : [most + 1];
  const ways: Polynomial = isEndless ? length : [most - least + 1];
  return { ways, work: addPolynomials(one, product(times, part.work)), least: least * part.least };
}

/** A polynomial in the length of a text plus one: coefficients from the constant term on, none of them negative. */
type Polynomial = readonly number[];

/** The highest degree that is computed. A pattern whose cost grows faster is searched with the time limit. */
const mostDegrees = 4;

/** Thrown if a polynomial exceeds the highest degree or the range of numbers. */
class TooSteep extends Error {
  override readonly name = 'TooSteep';
}

export function addPolynomials(a: Polynomial, b: Polynomial): Polynomial {
  const [longer, shorter] = a.length < b.length ? [b, a] : [a, b];
  const terms = [...longer];
  for (let power = 0; power < shorter.length; power++) terms[power] = (longer[power] ?? 0) + (shorter[power] ?? 0);
  return terms;
}

/** Multiplies two polynomials. Throws `TooSteep`. */
export function product(a: Polynomial, b: Polynomial): Polynomial {
  if (a === one) return b;
  if (b === one) return a;
  if (a.length + b.length - 2 > mostDegrees) throw new TooSteep();
  const terms = new Array<number>(a.length + b.length - 1).fill(0);
  for (let at = 0; at < a.length; at++) {
    for (let power = 0; power < b.length; power++) {
      terms[at + power] = (terms[at + power] ?? 0) + (a[at] ?? 0) * (b[power] ?? 0);
    }
  }
  if (!terms.every(Number.isFinite)) throw new TooSteep();
  return terms;
}

function valueAt(polynomial: Polynomial, x: number): number {
  return polynomial.reduceRight((total, factor) => total * x + factor, 0);
}

function isOne(polynomial: Polynomial): boolean {
  return polynomial === one || (polynomial[0] === 1 && polynomial.slice(1).every((factor) => factor === 0));
}
