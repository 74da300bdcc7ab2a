import { isObject, type JsonValue } from '../data/json.js';

/** A function of a module: the path of the file, and the name under which it is exported. */
export interface ModuleUse {
  readonly file: string;
  readonly name: string;
}

/** The value of a `module` check: its function as `FILE#name`, and the data that it gets as `args`. */
export interface ModuleCheckValue {
  readonly use: string;
  readonly args?: JsonValue;
}

/** Returns the parts of `FILE#name`; undefined for any other text. */
export function moduleUse(written: string): ModuleUse | undefined {
  const mark = written.lastIndexOf('#');
  const [file, name] = [written.slice(0, mark), written.slice(mark + 1)];
  return mark > 0 && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? { file, name } : undefined;
}

/** Returns the name in `#NAME`, which is a function of the program itself; undefined for any other text. */
export function ownFunction(written: string): string | undefined {
  return /^#([a-z][a-z0-9_]*)$/.exec(written)?.[1];
}

/** Returns the value of a `module` check as a mapping; undefined if it is neither a text nor `{ use, args }`. */
export function moduleCheckValue(value: JsonValue): ModuleCheckValue | undefined {
  if (typeof value === 'string') return { use: value };
  if (!isObject(value) || typeof value['use'] !== 'string') return undefined;
  if (Object.keys(value).some((key) => key !== 'use' && key !== 'args')) return undefined;
  return { use: value['use'], ...(value['args'] !== undefined && { args: value['args'] }) };
}
