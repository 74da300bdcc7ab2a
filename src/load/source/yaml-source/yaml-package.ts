import { createRequire } from 'node:module';

let loaded: typeof import('yaml') | undefined;

/** The parser of all of YAML. It is loaded when a file is not ordinary, which is later than most commands end. */
export function yamlPackage(): typeof import('yaml') {
  loaded ??= createRequire(import.meta.url)('yaml') as typeof import('yaml');
  return loaded;
}
