import type { Reporter } from './reporter.js';
import { unsafe } from './text/visible.js';

/** Returns a result as indented JSON with a newline at its end. Writes invisible characters as `\u` escapes. */
export function jsonResult(result: unknown): string {
  const text = JSON.stringify(result, null, 2).replace(unsafe, (character) =>
    character === '\n' ? character : unicodeEscapes(character),
  );
  return `${text}\n`;
}

function unicodeEscapes(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** The reporter for JSON. Several runs are one list, also if some of them are missing. */
export const json: Reporter = {
  run: ({ result }, { before, isList }) => {
    if (!isList) return jsonResult(result);
    return (before === 0 ? '[\n' : ',\n') + jsonResult(result).trimEnd();
  },
  end: (runs) => (runs === 0 ? '[]\n' : '\n]\n'),
};
