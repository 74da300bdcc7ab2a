import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** The names under which other tools look for keys. eva reads none of them. */
const names = ['.env', '.env.local'];

/**
 * Returns the path of a `.env` file in the working directory or the library's root, as it can be typed in a shell; null without one. Only
 * asks whether it exists: its content is not read.
 */
export function envFileIn(root: string, { PWD }: Readonly<Record<string, string | undefined>>): string | null {
  const here = PWD !== undefined && isAbsolute(PWD) ? PWD : root;
  for (const dir of new Set([here, root])) {
    const name = names.find((file) => isFile(join(dir, file)));
    if (name !== undefined) return dir === here ? `./${name}` : join(dir, name);
  }
  return null;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
