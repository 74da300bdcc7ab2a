import { type Fix, paramOf, replaced } from '../fix.js';
import { isMisspelling } from '../keys/misspelt-key.js';

/** Corrects the spelling of a placeholder, of which one declared and unused input is near. */
export const misspeltPlaceholder: Fix = {
  name: 'misspelt-placeholder',
  codes: ['EVA_UNDECLARED_INPUT:prompt', 'EVA_UNDECLARED_INPUT:body'],
  changeFor: (problem, source) => {
    const [name, meant] = [paramOf(problem, 'name'), paramOf(problem, 'meant')].map(String);
    const isIt = source.marked.replace(/^\{\{ *| *\}\}$/g, '') === name && source.marked.startsWith('{{');
    return isIt && isMisspelling(name ?? '', meant ?? '') ? replaced(source, `{{${meant}}}`) : null;
  },
};
