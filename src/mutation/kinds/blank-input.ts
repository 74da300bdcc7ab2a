import type { Candidate } from '../mutant.js';
import type { StructuredText } from './changes.js';

/** Empties an input: removes all its placeholders, as if its value were empty. */
export function blankInputs(texts: readonly StructuredText[]): readonly Candidate[] {
  const names = [...new Set(texts.flatMap(({ placeholders }) => placeholders.map(({ name }) => name)))];
  return names.flatMap((name) => {
    const edits = texts.flatMap(({ index, placeholders }) =>
      placeholders.flatMap(({ start, end, name: own }) =>
        own === name ? [{ text: index, start, end, with: '' }] : [],
      ),
    );
    const [first] = edits;
    if (!first) return [];
    const { text, start, end } = first;
    const whole = texts.find(({ index }) => index === text)?.text.slice(start, end) ?? '';
    return [
      {
        kind: 'blank_input',
        edits,
        blanked: name,
        at: { text, start, end },
        change: [{ kind: 'removed', text: whole }],
      },
    ];
  });
}
