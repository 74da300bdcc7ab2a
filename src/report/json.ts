import type { Reporter } from './reporter.js';
import { unsafe } from './text/visible.js';

/** What a command found, as indented JSON with a newline at its end. Invisible characters are `\u` escapes: the same data, harmless to look at. */
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

/** The result of each run as JSON; several as one list, whether or not they all come. */
export const json: Reporter = {
  run: ({ result }, { before, isList }) => {
    if (!isList) return jsonResult(result);
    return (before === 0 ? '[\n' : ',\n') + jsonResult(result).trimEnd();
  },
  end: (runs) => (runs === 0 ? '[]\n' : '\n]\n'),
};
