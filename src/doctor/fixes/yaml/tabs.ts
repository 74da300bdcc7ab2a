import { parseYaml } from '#load/source/yaml-source.js';
import { canonicalJson } from '#model/data/digest.js';
import type { Fix, TextEdit } from '../fix.js';
import { withEdits } from '../fix.js';

const widths = [2, 4, 8];

/** Indents with spaces, if every usual width of a tab gives the same data. */
export const tabs: Fix = {
  name: 'tabs',
  codes: ['EVA_YAML_TAB'],
  mend: (_problem, { text, file }) => {
    const ways = widths.map((width) => spaces(text, width));
    const readable = ways.flatMap((edits) => {
      const { value, problems } = parseYaml(withEdits(text, edits), file);
      return value && problems.length === 0 ? [{ edits, data: canonicalJson(value.value) }] : [];
    });
    const [first, ...others] = readable;
    if (!first || others.some(({ data }) => data !== first.data)) return null;
    const { length } = first.edits;
    return {
      edits: first.edits,
      what: `spaces for the tabs that indent ${length === 1 ? '1 line' : `${length} lines`}`,
    };
  },
};

function spaces(text: string, width: number): readonly TextEdit[] {
  return Array.from(text.matchAll(/^ *\t[ \t]*/gm), ({ 0: indent, index: start }) => ({
    start,
    end: start + indent.length,
    text: indent.replaceAll('\t', ' '.repeat(width)),
  }));
}
