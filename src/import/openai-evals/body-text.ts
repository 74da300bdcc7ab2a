import { disguisedPlaceholders } from '#model/text/disguised.js';
import { templateLeftovers } from '#load/traps/template-leftovers.js';
import { isBlank } from '#model/text/characters.js';
import { placeholderPattern } from '#model/text/quoted.js';
import type { Names } from './names.js';

/** An input of a prompt. With `standIn`, the value that it has in every sample. */
export interface BodyInput {
  readonly name: string;
  readonly standIn?: string;
}

/** The most characters of a text that is written into a body, or into meta.yml. */
const longestInBody = 8_000;
const longestInMeta = 100_000;

/** The most lines with text and words of a body: eva doctor warns above 200 and 3,500. */
const mostLines = 150;
const mostWords = 2_500;

/** Returns true if a text that all samples share can be a part of the prompt. One that cannot stays in the data. */
export function canBeConstant(text: string): boolean {
  return text.length <= longestInMeta && !isBlank(text) && !text.includes('\0');
}

/** Writes the texts of a body so that eva sends them as they are. */
export interface BodyWriter {
  /** Returns a text of the body for a text that all samples share; `name` is that of an input for it, if it needs one. */
  constant(text: string, name: string): string;
  /** The inputs with the same value in every sample. */
  readonly standIns: readonly BodyInput[];
  /** Returns true if braces of the body look like those of another template language. */
  needsLiteralBraces(inputs: ReadonlySet<string>): boolean;
}

/** Opens a writer. Its inputs take their names from `names`. */
export function openBodyWriter(names: Names): BodyWriter {
  const standIns: BodyInput[] = [];
  const written: string[] = [];
  let lines = 0;
  let words = 0;
  const declare = (name: string, standIn: string) => {
    const taken = names.take(name);
    standIns.push({ name: taken, standIn });
    return `{{${taken}}}`;
  };
  const literals = new Map<string, string>();
  const literal = (placeholder: string, name: string) => {
    const known = literals.get(placeholder);
    if (known !== undefined) return known;
    const isFree = !names.isTaken(name);
    const declared = declare(name, placeholder);
    literals.set(placeholder, isFree ? placeholder : declared);
    return literals.get(placeholder) ?? placeholder;
  };
  return {
    standIns,
    constant(text, name) {
      lines += text.split('\n').filter((line) => line.trim() !== '').length;
      words += text.split(/\s+/).length;
      const isLong = text.length > longestInBody || lines > mostLines || words > mostWords;
      if (isLong || disguisedPlaceholders(text).found.length > 0) return declare(name, text);
      const own = text.replace(placeholderPattern, (whole, inner: string) => literal(whole, inner));
      written.push(own);
      return own;
    },
    needsLiteralBraces: (inputs) => written.some((text) => templateLeftovers(text, inputs).length > 0),
  };
}
