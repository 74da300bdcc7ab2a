import { type Fix, replaced } from '../fix.js';

/** The characters after a backslash that YAML reads in a double-quoted text, except the backslash itself. */
const known = /[0abtnvfre"/N_LPxuU \t\n]/;

/** Puts a pattern such as `"\d+"` in single quotes, in which YAML reads backslashes as they are. */
export const escapes: Fix = {
  name: 'escapes',
  codes: ['EVA_YAML_SYNTAX:escape'],
  changeFor: (_problem, source) => {
    const { text, start } = source;
    const lineStart = text.lastIndexOf('\n', start - 1) + 1;
    const [line = ''] = /^.*/.exec(text.slice(lineStart)) ?? [];
    const quoted = Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"/g), ({ 0: whole, 1: inside = '', index }) => ({
      whole,
      inside,
      from: lineStart + index,
    }));
    const found = quoted.find(({ from, whole }) => from <= start && start < from + whole.length);
    if (
      !found ||
      Array.from(found.inside.matchAll(/\\(.)/g)).some(([, after = '']) => known.test(after) || after === '\\')
    )
      return null;
    const { from, whole, inside } = found;
    const value = { ...source, start: from, end: from + whole.length, marked: whole };
    return replaced(value, `'${inside.replaceAll("'", "''")}'`);
  },
};
