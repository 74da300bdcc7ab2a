import { createRequire } from 'node:module';

let loaded: typeof import('yaml') | undefined;

/** Returns the YAML library. It is loaded with the first file: the library of eva and `--help` read none. */
export function yamlPackage(): typeof import('yaml') {
  loaded ??= createRequire(import.meta.url)('yaml') as typeof import('yaml');
  return loaded;
}
