import { inSameQuotes } from '#model/text/yaml-text.js';
import { type Fix, paramOf, replaced, withoutQuotes } from '../fix.js';

/** Keys of other tools whose value has the same form in eva. */
const twins: ReadonlyMap<string, string> = new Map([
  ['tests', 'cases'],
  ['vars', 'inputs'],
  ['asserts', 'assert'],
  ['description', 'name'],
  ['repeat', 'sample_size'],
  ['trials', 'sample_size'],
  ['alpha', 'significance_level'],
  ['regex', 'matches'],
]);

/** Writes eva's key for that of another tool. */
export const foreignKey: Fix = {
  name: 'foreign-key',
  codes: ['EVA_UNKNOWN_KEY', 'EVA_UNKNOWN_CHECK'],
  changeFor: (problem, source) => {
    const key = String(paramOf(problem, 'key'));
    const meant = twins.get(key);
    if (meant === undefined || paramOf(problem, 'meant') !== meant || withoutQuotes(source.marked) !== key) return null;
    return replaced(source, inSameQuotes(source.marked, meant));
  },
};
