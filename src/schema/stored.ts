import { kindsAsked } from './kinds.js';
import { member, pathOf, type SchemaError } from './schema-error.js';
import { type StoredKind, storedValidators } from './stored.gen.js';

/** Returns the first flaw of a value that eva wrote: `cases[3].passed is not true or false`; null if there is none. */
export function storedFlaw(kind: StoredKind, value: unknown): string | null {
  const validate = storedValidators[kind];
  if (validate(value)) return null;
  const [error] = validate.errors ?? [];
  return error ? flawOf(error, value) : 'it has another shape';
}

function flawOf(error: SchemaError, root: unknown): string {
  const { keyword, params } = error;
  const at = pathOf(error.instancePath, root);
  switch (keyword) {
    case 'required':
      return `${nameOf([...at, String(params['missingProperty'])])} is missing`;
    case 'discriminator':
      return `${nameOf([...at, String(params['tag'])])} is unknown`;
    case 'type':
      return `${nameOf(at)} is not ${kindsAsked(member(params, 'type'))}`;
    case 'enum':
      return `${nameOf(at)} is not one of ${[params['allowedValues']].flat().join(', ')}`;
    case 'const':
      return `${nameOf(at)} is not ${String(params['allowedValue'])}`;
    default:
      return `${nameOf(at)} must be ${String(params['comparison'])} ${String(params['limit'])}`;
  }
}

function nameOf(path: readonly (string | number)[]): string {
  const name = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return name === '' ? 'the file' : name.replace(/^\./, '');
}
