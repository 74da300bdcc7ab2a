import { type Fix, replaced } from '../fix.js';

/** Writes the space after the colon of a key: `name:happy`. */
export const keySpace: Fix = {
  name: 'key-space',
  codes: ['EVA_YAML_SYNTAX:key_over_lines', 'EVA_YAML_SYNTAX:no_colon'],
  changeFor: (_problem, source) => {
    const [, key, value] = /^([a-z][a-z_]*):([^\s:/].*)$/.exec(source.marked) ?? [];
    return key === undefined ? null : replaced(source, `${key}: ${value}`);
  },
};
