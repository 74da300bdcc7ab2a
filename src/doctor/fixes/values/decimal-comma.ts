import { type Fix, paramOf, replaced, withoutQuotes } from '../fix.js';

/** Writes a number with a point: `0,95`. */
export const decimalComma: Fix = {
  name: 'decimal-comma',
  codes: ['EVA_WRONG_TYPE'],
  changeFor: (problem, source) => {
    const { decimal } = Object(paramOf(problem, 'fix')) as { readonly decimal?: unknown };
    const isNumber = typeof decimal === 'string' && decimal === withoutQuotes(source.marked).replace(',', '.');
    return isNumber ? replaced(source, decimal) : null;
  },
};
