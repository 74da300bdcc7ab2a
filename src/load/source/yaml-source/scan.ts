import { Lexer } from 'yaml';
import { problem } from '#errors/index.js';
import type { Problem } from '#model/problem.js';
import { controlCharacter } from '#model/text/characters.js';
import { short } from '#model/text/quoted.js';
import { type PlacedText, placeAt } from '../place.js';

/** The maximum nesting of a file. Deeper files are refused before recursive code reads them. */
export const maxDepth = 100;
/** The maximum number of tokens. 20,000 keys with values have 140,000. */
const maxTokens = 400_000;

const everyControl = new RegExp(controlCharacter, 'g');

/** The maximum number of problems of one kind. A file with more is not YAML. */
const maxFound = 100;

export interface Scan {
  readonly problems: readonly Problem[];
  /** The tokens of the text without refused characters, with the same offsets; null if the text must not be parsed. */
  readonly tokens: readonly string[] | null;
  /** Offsets of control characters. */
  readonly odd: readonly number[];
}

/** The tags that other tools read and that change no kind of value but their own. */
const foreignTags: readonly string[] = ['!!str', '!!int', '!!float', '!!bool', '!!null', '!!map', '!!seq'];

/** Splits a text into tokens. Reports control characters, tags, directives and excesses, which the parser must not see. */
export function scan(text: PlacedText, isForeign = false): Scan {
  const characters = controlCharacters(text);
  const { problems, tokens } = scanTokens(text, characters.readable, isForeign ? foreignTags : []);
  const isHopeless = characters.problems.length >= maxFound || problems.length >= maxFound;
  return {
    problems: [...characters.problems, ...problems],
    tokens: isHopeless ? null : tokens,
    odd: characters.odd,
  };
}

/** Reports control characters, each once per line. */
function controlCharacters(text: PlacedText): Omit<Scan, 'tokens'> & { readonly readable: string } {
  const odd: number[] = [];
  const problems = new Map<string, Problem>();
  for (const { index } of text.text.matchAll(everyControl)) {
    if (problems.size >= maxFound) break;
    odd.push(index);
    const entry = oddCharacter(text, index);
    problems.set(`${entry.at?.line} ${entry.message}`, entry);
  }
  const readable = odd.length === 0 ? text.text : text.text.replace(everyControl, '\uFFFD');
  return { problems: [...problems.values()], readable, odd };
}

function oddCharacter(text: PlacedText, at: number): Problem {
  const code = text.text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return problem('EVA_BAD_CHARACTER:yaml', `the file has the control character U+${short(code)}`, {
    hint: `remove it, or write it as "\\u${short(code)}" in a double-quoted text`,
    at: placeAt(text, at),
  });
}

/** Reports tags and replaces each by "!", with which the parser reads the value as a text. */
function scanTokens(text: PlacedText, readable: string, tags: readonly string[]): Omit<Scan, 'odd'> {
  const nesting = newNesting();
  const problems: Problem[] = [];
  const tokens: string[] = [];
  let withoutTags = readable;
  let offset = 0;
  let count = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(readable)) {
    tokens.push(token);
    if (isMark(token)) {
      isScalar = token === scalarMark;
      continue;
    }
    if (!isScalar) {
      const refused = directive(token, text, offset) ?? nesting.next(token, text, offset);
      if (refused) return { problems: [...problems, refused], tokens: null };
      if (token.startsWith('!') && !tags.includes(token)) {
        problems.push(tag(token, text, offset));
        withoutTags = `${withoutTags.slice(0, offset)}${'!'.padEnd(token.length)}${withoutTags.slice(offset + token.length)}`;
        if (problems.length >= maxFound) break;
      }
    }
    isScalar = false;
    offset += token.length;
    count += 1;
    if (count > maxTokens) return { problems: [...problems, tooLarge(text)], tokens: null };
  }
  return { problems, tokens: withoutTags === readable ? tokens : [...new Lexer().lex(withoutTags)] };
}

const scalarMark = '\u001f';

/** Returns true for a mark of the lexer that has no characters in the text. */
function isMark(token: string): boolean {
  return token === '\u0002' || token === '\u0018' || token === scalarMark;
}

function tag(token: string, text: PlacedText, offset: number): Problem {
  return problem('EVA_YAML_TAG:tag', `eva does not read tags such as ${token.slice(0, 40)}`, {
    hint: 'remove it; put a text in quotes, and write other values plainly',
    at: placeAt(text, offset, offset + token.length),
  });
}

function directive(token: string, text: PlacedText, offset: number): Problem | undefined {
  if (!token.startsWith('%')) return undefined;
  const at = placeAt(text, offset, offset + token.length);
  return problem('EVA_YAML_TAG:directive', 'eva does not read directives such as %YAML', {
    hint: 'remove the line',
    at,
  });
}

function tooLarge(text: PlacedText): Problem {
  return problem('EVA_YAML_LIMIT:tokens', `the file has more than ${maxTokens} tokens`, {
    hint: 'keep long data in a file of its own and name it under "files:"',
    at: { file: text.file },
  });
}

interface Nesting {
  next(token: string, text: PlacedText, offset: number): Problem | undefined;
}

/** Counts open brackets, and the `- `, `? ` and `: ` of a line outside brackets. */
function newNesting(): Nesting {
  let open = 0;
  let onLine = 0;
  return {
    next(token, text, offset) {
      if (token === '[' || token === '{') open += 1;
      else if (token === ']' || token === '}') open = Math.max(0, open - 1);
      else if (token.endsWith('\n')) onLine = 0;
      else if (open === 0 && (token === '-' || token === '?' || token === ':')) onLine += 1;
      return open > maxDepth || onLine > maxDepth ? tooDeep(text, offset) : undefined;
    },
  };
}

/** Returns the problem of a file that is nested deeper than `maxDepth`. */
export function tooDeep(text: PlacedText, offset: number): Problem {
  return problem('EVA_YAML_LIMIT:depth', `the file is nested more than ${maxDepth} levels deep`, {
    hint: 'use fewer levels',
    at: placeAt(text, offset),
  });
}
