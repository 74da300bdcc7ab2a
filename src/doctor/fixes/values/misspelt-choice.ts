import { inSameQuotes } from '#model/text/yaml-text.js';
import { type Fix, paramOf, replaced, withoutQuotes } from '../fix.js';
import { isMisspelling } from '../keys/misspelt-key.js';

/** Corrects the spelling of a value, of which one of a fixed list is near. A status other than draft is a claim about runs. */
export const misspeltChoice: Fix = {
  name: 'misspelt-choice',
  codes: ['EVA_BAD_VALUE:choice'],
  changeFor: (problem, source) => {
    const written = String(paramOf(problem, 'value'));
    const meant = paramOf(problem, 'meant');
    if (typeof meant !== 'string' || meant === 'tested' || meant === 'ready') return null;
    if (!isMisspelling(written, meant) || withoutQuotes(source.marked) !== written) return null;
    return replaced(source, inSameQuotes(source.marked, meant));
  },
};
