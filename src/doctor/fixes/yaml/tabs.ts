import { parseYaml } from '#load/source/yaml-source.js';
import { canonicalJson } from '#model/data/digest.js';
import { type TextEdit, withEdits } from '#model/text/yaml-text.js';
import type { Fix } from '../fix.js';

const widths = [2, 4, 8];

/** Indents with spaces, if every usual width of a tab gives the same data. */
export const tabs: Fix = {
  name: 'tabs',
  codes: ['EVA_YAML_TAB'],
  changeFor: (_problem, { text, file }) => {
    const dashes = afterDashes(text);
    const ways = widths.map((width) => inOrder([...spaces(text, width), ...dashes]));
    const readable = ways.flatMap((edits) => {
      const { value, problems } = parseYaml(withEdits(text, edits), file);
      return value && problems.length === 0 ? [{ edits, data: canonicalJson(value.value) }] : [];
    });
    const [first, ...others] = readable;
    if (others.some(({ data }) => data !== first?.data)) return null;
    const edits = first?.edits ?? (isSureOfDepths(text) ? inOrder([...spaces(text, widestRest + 1), ...dashes]) : []);
    if (edits.length === 0) return null;
    return {
      edits,
      what: `spaces for the tabs that indent ${edits.length === 1 ? '1 line' : `${edits.length} lines`}`,
    };
  },
};

/** The maximum number of spaces after the tabs of an indentation. */
const widestRest = 3;

/** Returns true if every line is indented by tabs with few spaces after them, and none is part of a text: then depths stay in their order. */
function isSureOfDepths(text: string): boolean {
  const indents = text.match(/^[ \t]+(?=\S)/gm) ?? [];
  return !/[|>][-+\d]{0,2}[ \t\r]*$/m.test(text) && indents.every((indent) => /^\t+ {0,3}$/.test(indent));
}

/** Returns a space for the tabs between a dash and its entry; nothing for a file whose lines may be parts of longer texts. */
function afterDashes(text: string): readonly TextEdit[] {
  const hasLongText =
    /[|>][-+\d]{0,2}[ \t\r]*$/m.test(text) || /^[^"\n]*"[^"\n]*$/m.test(text) || /^[^'\n]*'[^'\n]*$/m.test(text);
  if (hasLongText) return [];
  return Array.from(text.matchAll(/^[ \t]*-(\t[ \t]*)(?=\S)/gm), ({ 0: all, 1: tabs = '', index }) => {
    const end = index + all.length;
    return { start: end - tabs.length, end, text: ' ' };
  });
}

function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...edits].sort((a, b) => a.start - b.start);
}

function spaces(text: string, width: number): readonly TextEdit[] {
  return Array.from(text.matchAll(/^ *\t[ \t]*/gm), ({ 0: indent, index: start }) => ({
    start,
    end: start + indent.length,
    text: indent.replaceAll('\t', ' '.repeat(width)),
  }));
}
