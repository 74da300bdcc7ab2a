import { quoted } from '#model/text/quoted.js';
import { kindInWords, kindsAsked } from './kinds.js';
import { member, type SchemaError } from './schema-error.js';

/** The maximum number of mistakes that are listed for one value. */
const limit = 10;

/** Lists the violations of a library's schema, each with its JSON Pointer: at most ten, then the number of the others. */
export function userSentences(errors: readonly SchemaError[]): string[] {
  const messages = new Set<string>();
  for (const error of errors) messages.add(`${error.instancePath || 'the whole'}: ${sentence(error)}`);
  const all = [...messages];
  return all.length <= limit ? all : [...all.slice(0, limit), `and ${all.length - limit} more`];
}

function sentence(error: SchemaError): string {
  const { params, data } = error;
  switch (error.keyword) {
    case 'type':
      return `${kindInWords(data)} where ${kindsAsked(member(error.parentSchema, 'type'))} belongs`;
    case 'required':
      return `${quoted(String(params['missingProperty']))} is missing`;
    case 'additionalProperties':
      return `unknown key ${quoted(String(params['additionalProperty']))}`;
    case 'unevaluatedProperties':
      return `unknown key ${quoted(String(params['unevaluatedProperty']))}`;
    case 'enum':
      return `${shown(data)} is not one of ${listed(params['allowedValues'])}`;
    case 'const':
      return `${shown(data)} is not ${shown(params['allowedValue'])}`;
    case 'pattern':
      return `${shown(data)} does not match ${quoted(String(params['pattern']))}`;
    case 'multipleOf':
      return `${shown(data)} must be multiple of ${shown(member(error.parentSchema, 'multipleOf'))}`;
    case 'false schema':
      return 'nothing is allowed here';
    default:
      return `${data === null || typeof data !== 'object' ? `${shown(data)} ` : ''}${error.message ?? `breaks "${error.keyword}"`}`;
  }
}

/** Lists as many values as fit on a line. */
function listed(values: unknown): string {
  const words = (Array.isArray(values) ? values : []).map(shown);
  const more = words.length > 8 ? `, and ${words.length - 8} more` : '';
  return words.slice(0, 8).join(', ') + more;
}

function shown(data: unknown): string {
  if (typeof data === 'string') return quoted(data);
  return quoted(JSON.stringify(data) ?? 'nothing').slice(1, -1);
}
