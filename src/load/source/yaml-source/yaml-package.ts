import { createRequire } from 'node:module';

let loaded: typeof import('yaml') | undefined;

/** Returns the YAML package. Loads it on first use, since eva's library and `--help` do not need it. */
export function yamlPackage(): typeof import('yaml') {
  loaded ??= createRequire(import.meta.url)('yaml') as typeof import('yaml');
  return loaded;
}
