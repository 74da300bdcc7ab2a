import {
  alternatives,
  characters,
  groupAgain,
  lookAround,
  type MatchCost,
  place,
  type Repeats,
  repeated,
  sequence,
} from './match-cost.js';
import { TooSteep } from './polynomial.js';

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
export interface PatternCost {
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
export function readCost(source: string, ignoresCase: boolean): PatternCost | null {
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
    const found = this.#take(singles)?.[0];
    if (found !== undefined) return characters(workOf(found));
    if (this.#take(places)) return place;
    if (this.#take(groupNames)) return groupAgain;
    if (this.#take(lookStarts)) return lookAround(this.#inside());
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
      const found = this.#take(setParts)?.[0];
      if (found === undefined) throw new TooSteep();
      if (found.startsWith('[')) open += 1;
      if (found === ']') open -= 1;
      work += workOf(found);
    } while (open > 0);
    if (open < 0) throw new TooSteep();
    return characters(work);
  }

  #repeated(part: MatchCost): MatchCost {
    const found = '*+?{'.includes(this.#source.charAt(this.#at)) ? this.#take(repeats) : null;
    return found ? repeated(part, repeatsOf(found)) : part;
  }

  #take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at;
    const found = form.exec(this.#source);
    if (found) this.#at = form.lastIndex;
    return found;
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
