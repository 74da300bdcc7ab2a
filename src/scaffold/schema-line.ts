import { existsSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { findUpwards } from '#library/root.js';

/** The package as it is installed. */
const packageName = 'eva-harness';

/** Returns the nearest directory upwards, from `dir` on, whose node_modules has eva; null if none has it. */
export function installedIn(dir: string): string | null {
  return findUpwards(dir, (one) => existsSync(join(one, 'node_modules', packageName, 'schemas', 'eval.schema.json')));
}

/**
 * Returns the comment by which editors find the schema of a YAML file in `dir`: a relative path to the installed package. Returns the empty
 * string if eva is not installed in `dir` or above it.
 */
export function schemaLine(dir: string, schema: 'eva-config' | 'eval' | 'messages'): string {
  const home = installedIn(dir);
  if (home === null) return '';
  const up = relative(dir, home).split(sep).join('/');
  const path = posix.join(up === '' ? '.' : up, 'node_modules', packageName, 'schemas', `${schema}.schema.json`);
  return `# yaml-language-server: $schema=${path.startsWith('.') ? path : `./${path}`}`;
}
