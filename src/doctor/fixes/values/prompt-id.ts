import { inSameQuotes } from '#model/text/yaml-text.js';
import { type Fix, paramOf, replaced, withoutQuotes } from '../fix.js';

/** Writes the name of the folder as the `id` of a meta.yml. */
export const promptId: Fix = {
  name: 'prompt-id',
  codes: ['EVA_ID_MISMATCH'],
  changeFor: (problem, source) => {
    const id = String(paramOf(problem, 'id'));
    const isPlain = /^[A-Za-z][\w-]*$/.test(id);
    if (withoutQuotes(source.marked) !== paramOf(problem, 'written') || !isPlain) return null;
    return replaced(source, inSameQuotes(source.marked, id));
  },
};
