import { type Fix, replaced } from '../fix.js';

/** Puts a key in quotes that YAML does not read as a text: `true`, `~`. */
export const unquotedKey: Fix = {
  name: 'unquoted-key',
  codes: ['EVA_YAML_KEY:not_text'],
  changeFor: (_problem, source) => (/^[\w~.+-]+$/.test(source.marked) ? replaced(source, `"${source.marked}"`) : null),
};
