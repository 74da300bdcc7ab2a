import { type Fix, paramOf, replaced, withoutQuotes } from '../fix.js';

const scalar = /^[\w.+-]+$/;

/** Puts a number or a truth value in quotes where a text belongs. */
export const missingQuotes: Fix = {
  name: 'missing-quotes',
  codes: ['EVA_WRONG_TYPE'],
  changeFor: (problem, source) => {
    const isQuoting = paramOf(problem, 'fix') === 'quote' && scalar.test(source.marked);
    return isQuoting ? replaced(source, `"${source.marked}"`) : null;
  },
};

/** Takes the quotes of a number or a truth value away. */
export const needlessQuotes: Fix = {
  name: 'needless-quotes',
  codes: ['EVA_WRONG_TYPE'],
  changeFor: (problem, source) => {
    const fix = String(paramOf(problem, 'fix'));
    const bare = withoutQuotes(source.marked);
    const isNumber = fix === 'unquote' && /^-?\d+(?:\.\d+)?$/.test(bare);
    const isTruth = fix === 'unquoted_boolean' && /^(?:true|false)$/i.test(bare);
    return bare !== source.marked && (isNumber || isTruth) ? replaced(source, bare.toLowerCase()) : null;
  },
};
