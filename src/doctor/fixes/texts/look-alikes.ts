import { asLatin } from '#model/text/disguised.js';
import { placeholderPattern } from '#model/text/quoted.js';
import { type Fix, replaced } from '../fix.js';

/** Retypes a placeholder whose letters or braces only look Latin. */
export const lookAlikes: Fix = {
  name: 'look-alikes',
  codes: ['EVA_LOOKALIKE', 'EVA_LOOK_ALIKE:placeholder'],
  changeFor: (_problem, source) => {
    const meant = asLatin(source.marked).replaceAll(' ', '');
    return meant.replace(placeholderPattern, '') === '' ? replaced(source, meant) : null;
  },
};
