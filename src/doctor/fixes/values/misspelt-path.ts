import { type Fix, inSameQuotes, paramOf, replaced, withoutQuotes } from '../fix.js';

/** Corrects the path of a file, of which one in the same folder has a near name. */
export const misspeltPath: Fix = {
  name: 'misspelt-path',
  codes: ['EVA_NO_FILE:named'],
  mend: (problem, source) => {
    const meant = paramOf(problem, 'meant');
    const isPath = withoutQuotes(source.marked) === paramOf(problem, 'path');
    if (!isPath || typeof meant !== 'string' || !/^[\w./-]+$/.test(meant)) return null;
    return replaced(source, inSameQuotes(source.marked, meant));
  },
};
