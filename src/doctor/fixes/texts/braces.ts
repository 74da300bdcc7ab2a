import { type Fix, paramOf, replaced } from '../fix.js';

/** Writes an input in the braces of another template language as `{{name}}`. */
export const braces: Fix = {
  name: 'braces',
  codes: ['EVA_TEMPLATE_LEFTOVER:input', 'EVA_TEMPLATE_LEFTOVER:triple'],
  changeFor: (problem, source) => {
    const written = paramOf(problem, 'written');
    return source.marked === written ? replaced(source, `{{${paramOf(problem, 'name')}}}`) : null;
  },
};
