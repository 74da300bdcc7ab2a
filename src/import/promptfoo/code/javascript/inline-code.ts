import { compileFunction } from 'node:vm';
import { importsOf } from '#library/modules/imports.js';

/**
 * Returns the body that promptfoo makes of the code of an assertion: several lines are a body already, one line is an expression, or
 * declarations with an expression behind them.
 */
export function bodyOfAssertion(code: string): string {
  const text = code.trimEnd();
  if (text.includes('\n')) return text;
  const line = withoutSemicolons(text.trim());
  if (!/^(?:const|let|var)\s/.test(line)) return `return ${line}`;
  const end = lastSemicolon(line);
  const expression = line.slice(end + 1).trim();
  return end === -1 || expression === '' ? line : `${line.slice(0, end + 1)} return ${expression}`;
}

function withoutSemicolons(line: string): string {
  let end = line.length;
  while (line.charAt(end - 1) === ';') end--;
  return line.slice(0, end);
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

/**
 * Returns what is wrong with the syntax of a function's body; undefined if nothing is. The code is compiled and not executed. A comment of
 * HTML is one in a script and none in a module, so that the code behind it could end the function.
 */
export function syntaxFlaw(body: string, parameters: readonly string[]): string | undefined {
  const flaw = compileFlaw(body, parameters);
  if (flaw !== undefined) return flaw;
  if (
    compileFlaw(
      body.replace(htmlComment, (_, before = '') => `${before}\0`),
      parameters,
    ) !== undefined
  )
    return 'it has comments of HTML';
  const isRead = !('errorAt' in importsOf(`(${parameters.join(', ')}) => {\n${body}\n};`));
  return isRead ? undefined : 'it is no code of a module';
}

/** The start of a comment of HTML, unless it is inside of a text: a NUL in its place is then no error. */
const htmlComment = /<!--|(^\s*|\*\/\s*)-->/gm;

function compileFlaw(body: string, parameters: readonly string[]): string | undefined {
  try {
    compileFunction(`'use strict';\n${body}`, [...parameters]);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
