import { type Fix, paramOf, replaced } from '../fix.js';

/** The keys whose texts have placeholders. */
const ofTemplates = ['content', 'text', 'given', 'when'];

/** Puts `{{name}}` in quotes, which YAML reads as a mapping without them. */
export const barePlaceholder: Fix = {
  name: 'bare-placeholder',
  codes: ['EVA_YAML_KEY:placeholder'],
  changeFor: (problem, source) => {
    const key = paramOf(problem, 'key');
    if (!/^\{\{ *[\w-]+ *\}\}$/.test(source.marked)) return null;
    if (key === 'file') return replaced(source, `{ input: ${paramOf(problem, 'name')} }`);
    return ofTemplates.some((one) => one === key) ? replaced(source, `"${source.marked}"`) : null;
  },
};
