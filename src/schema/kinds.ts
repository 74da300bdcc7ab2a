import { type Kind, type KindFix, kindWords } from '#errors/sentences/input/schema.js';

/** Returns the kind of a JSON value. Whole numbers are `number`. */
export function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as Kind);
}

/** Returns the kind of a value in words: `text`, `a list`, `nothing`. */
export function kindInWords(value: unknown): string {
  return kindWords[kindOf(value)] ?? typeof value;
}

/** Returns the kinds that the `type` keyword of a schema allows, in words: `a mapping or a list`. */
export function kindsAsked(type: unknown): string {
  return [type]
    .flat()
    .map((name) => kindWords[name as Kind] ?? String(name))
    .join(' or ');
}

/** Returns how to correct a value that has none of the allowed kinds. */
export function kindFix(data: unknown, asked: readonly Kind[]): KindFix {
  if (data === null) return 'fill';
  if (asked.includes('string') && asked.includes('object')) return 'mapping_or_path';
  if (asked.includes('string') && typeof data !== 'object') return 'quote';
  if (asked.includes('boolean') && asked.includes('object')) return 'boolean_or_mapping';
  if (asked.includes('array')) return asked.includes('string') ? 'value_or_list' : 'list';
  if (asked.includes('object')) return 'mapping';
  if (asked.includes('boolean')) return typeof data === 'string' ? 'unquoted_boolean' : 'boolean';
  return asked.includes('string') ? 'text' : numberFix(data, asked.includes('integer') ? 'integer' : 'number');
}

function numberFix(data: unknown, asked: 'integer' | 'number'): KindFix {
  if (typeof data !== 'string') return asked;
  if (data.trim() !== '' && Number.isFinite(Number(data))) return 'unquote';
  if (/^-?[1-9]\d{0,2}(,\d{3})+$/.test(data)) return groupedFix(data, asked);
  if (/^-?\d+,\d+$/.test(data)) return asked === 'integer' ? 'integer' : { decimal: data.replace(',', '.') };
  return /^-?\d/.test(data) ? 'no_unit' : asked;
}

/** Returns how to write a number such as 1,500: as thousands, unless it may also be one and a half. */
function groupedFix(data: string, asked: 'integer' | 'number'): KindFix {
  const whole = data.replaceAll(',', '');
  const [, ...groups] = data.split(',');
  return { write: asked === 'integer' || groups.length > 1 ? whole : `${data.replace(',', '.')} or ${whole}` };
}
