import type { Candidate } from '../mutant.js';
import type { Rule } from '../structure/prose.js';
import { contentOf, type StructuredText, type TextKind } from './changes.js';

/** Exchanges two neighbouring rules of a list. Markers and tags stay. */
export const reorder: TextKind = (text) =>
  text.lists.flatMap((list) => list.slice(1).flatMap((rule, at) => exchanged(text, list[at], rule)));

function exchanged(text: StructuredText, first: Rule | undefined, second: Rule): readonly Candidate[] {
  if (!first) return [];
  const [a, b] = [contentOf(text, first.content), contentOf(text, second.content)];
  if (a.end > b.start) return [];
  const [textA, textB] = [text.text.slice(a.start, a.end), text.text.slice(b.start, b.end)];
  const { index } = text;
  return [
    {
      kind: 'reorder',
      edits: [
        { text: index, ...a, with: textB },
        { text: index, ...b, with: textA },
      ],
      at: { text: index, start: a.start, end: b.end },
      change: [
        { kind: 'removed', text: textA },
        { kind: 'same', text: '\n' },
        { kind: 'same', text: textB },
        { kind: 'same', text: '\n' },
        { kind: 'added', text: textA },
      ],
    },
  ];
}
