import { inSameQuotes } from '#model/text/yaml-text.js';
import { type Fix, paramOf, replaced, withoutQuotes } from '../fix.js';

/** Corrects the path of a file, of which one in the same folder has a near name. */
export const misspeltPath: Fix = {
  name: 'misspelt-path',
  codes: ['EVA_NO_FILE:named'],
  changeFor: (problem, source) => {
    const meant = paramOf(problem, 'meant');
    const isPath = withoutQuotes(source.marked) === paramOf(problem, 'path');
    if (!isPath || typeof meant !== 'string' || !/^[\w./-]+$/.test(meant)) return null;
    return replaced(source, inSameQuotes(source.marked, meant));
  },
};
