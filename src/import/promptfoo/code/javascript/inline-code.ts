import { compileFunction } from 'node:vm';

/** Code of a configuration as the body of a function. */
export interface InlineCode {
  readonly body: string;
}

/**
 * Returns the body that promptfoo makes of the code of an assertion: several lines are a body already, one line is an expression, or
 * declarations with an expression behind them.
 */
export function bodyOfAssertion(code: string): string {
  const text = code.trimEnd();
  if (text.includes('\n')) return text;
  const line = text.trim().replace(/;+\s*$/, '');
  if (!/^(?:const|let|var)\s/.test(line)) return `return ${line}`;
  const end = lastSemicolon(line);
  const expression = line.slice(end + 1).trim();
  return end === -1 || expression === '' ? line : `${line.slice(0, end + 1)} return ${expression}`;
}

/** Returns the body that promptfoo makes of the code of a `transform`. */
export function bodyOfTransform(code: string): string {
  return code.includes('\n') ? code : `return ${code}`;
}

/** Returns the offset of the last semicolon outside of quotes; -1 without one. */
function lastSemicolon(line: string): number {
  let quote = '';
  let last = -1;
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === '\\') at++;
    else if (quote !== '') quote = char === quote ? '' : quote;
    else if (/['"`]/.test(char)) quote = char;
    else if (char === ';') last = at;
  }
  return last;
}

/** Returns what is wrong with the syntax of a function's body; undefined if nothing is. The code is compiled and not executed. */
export function syntaxFlaw(body: string, parameters: readonly string[]): string | undefined {
  try {
    compileFunction(`'use strict';\n${body}`, [...parameters]);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
