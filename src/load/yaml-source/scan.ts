import { Lexer } from 'yaml';
import { problem } from '#errors.js';
import type { Problem } from '#model/problem.js';
import { type PlacedText, placeAt } from '../place.js';

/** Deeper files are refused before anything recursive sees them. */
export const maxDepth = 100;
/** 20,000 keys with values make 140,000 tokens. */
const maxTokens = 400_000;

const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

/** What must be refused before a parser sees the text: control characters, tags, directives, too much of anything. One problem at most. */
export function scan(text: PlacedText): readonly Problem[] {
  const found = controlCharacter(text) ?? tokenProblem(text);
  return found ? [found] : [];
}

function controlCharacter(text: PlacedText): Problem | undefined {
  const at = text.text.search(control);
  if (at < 0) return undefined;
  const code = text.text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  const hint = `take it out, or write it as "\\u${code}" in a double-quoted text`;
  return problem('EVA_BAD_CHARACTER', `the control character U+${code} stands in the file`, {
    at: placeAt(text, at),
    hint,
  });
}

function tokenProblem(text: PlacedText): Problem | undefined {
  const nesting = newNesting();
  let offset = 0;
  let count = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text.text)) {
    if (isMark(token)) {
      isScalar = token === scalarMark;
      continue;
    }
    if (!isScalar) {
      const refused = refusedToken(token, text, offset) ?? nesting.next(token, text, offset);
      if (refused) return refused;
    }
    isScalar = false;
    offset += token.length;
    count += 1;
    if (count > maxTokens) return tooLarge(text);
  }
  return undefined;
}

const scalarMark = '\u001f';

/** Marks of the lexer that stand for no character of the text. */
function isMark(token: string): boolean {
  return token === '\u0002' || token === '\u0018' || token === scalarMark;
}

function refusedToken(token: string, text: PlacedText, offset: number): Problem | undefined {
  const at = () => placeAt(text, offset, offset + token.length);
  if (token.startsWith('!')) {
    const hint = 'take it out; a text goes between quotes, other values are written plainly';
    return problem('EVA_YAML_TAG', `tags such as ${token.slice(0, 40)} are not read`, { at: at(), hint });
  }
  if (token.startsWith('%')) {
    return problem('EVA_YAML_TAG', 'directives such as %YAML are not read', { at: at(), hint: 'take the line out' });
  }
  return undefined;
}

function tooLarge(text: PlacedText): Problem {
  return problem('EVA_YAML_LIMIT', `the file holds more than ${maxTokens} words and marks`, {
    at: { file: text.file },
    hint: 'keep long data in a file of its own and name it under "files:"',
  });
}

interface Nesting {
  next(token: string, text: PlacedText, offset: number): Problem | undefined;
}

/** Counts brackets that are open, and the `- `, `? ` and `: ` outside of them that stand on one line. */
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

/** The problem of a file that nests more than `maxDepth` levels. */
export function tooDeep(text: PlacedText, offset: number): Problem {
  return problem('EVA_YAML_LIMIT', `the file is nested more than ${maxDepth} levels deep`, {
    at: placeAt(text, offset),
    hint: 'write it flatter',
  });
}
