import type { JsonObject } from '#model/data/json.js';
import { javascriptFlaw, toPythonNotation } from '../../assertions/kinds/patterns/notation.js';

/** Returns true for code that only removes white space at both ends of the output. */
export function isTrim(code: string): boolean {
  return /^output\??\.trim\(\)\s*;?$/.test(code.trim());
}

/** Returns the `extract` that does what simple code does: one value of the JSON, or a match of a pattern. undefined for other code. */
export function simpleExtract(code: string, parsesJson: boolean): JsonObject | undefined {
  const line = code.trim().replace(/\s*;$/, '');
  return jsonExtract(line, parsesJson) ?? matchExtract(line);
}

const step = /^(?:\?\.|\.)?\[\s*(?:(\d+)|'([^'\\]*)'|"([^"\\]*)")\s*\]|^\??\.([A-Za-z_$][\w$]*)(?!\s*[\w$(])/;

/** Reads `JSON.parse(output).a[0]['b']`, and `output.a` of an output that is parsed. */
function jsonExtract(line: string, parsesJson: boolean): JsonObject | undefined {
  const [start] = (parsesJson ? /^output(?=[.?[])/ : /^JSON\.parse\(\s*output(?:\.trim\(\))?\s*\)/).exec(line) ?? [];
  if (start === undefined) return undefined;
  let rest = line.slice(start.length);
  let pointer = '';
  while (rest !== '') {
    const found = step.exec(rest);
    if (!found) return undefined;
    const key = found[1] ?? found[2] ?? found[3] ?? found[4] ?? '';
    pointer += `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    rest = rest.slice(found[0].length);
  }
  return pointer.endsWith('/length') ? undefined : { json: pointer };
}

/** Reads `output.match(/PATTERN/)[1]`. */
function matchExtract(line: string): JsonObject | undefined {
  const form = /^output\.match\(\s*\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\]|\\.)*\])+)\/([is]*)\s*\)(?:\?\.)?\[(\d)\]$/;
  const [, pattern, flags = '', group = '0'] = form.exec(line) ?? [];
  if (pattern === undefined || javascriptFlaw(pattern) !== undefined) return undefined;
  const matches = `${flags === '' ? '' : `(?${flags})`}${toPythonNotation(pattern)}`;
  return { matches, ...(group !== '0' && { group: Number(group) }) };
}

/** The `extract` of an answer without white space at both ends. */
export const trimmedAnswer: JsonObject = { matches: '\\S(?:[\\s\\S]*\\S)?' };
