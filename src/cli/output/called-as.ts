import type { Io } from '../io.js';

/** Returns the words by which the user calls eva: `npx eva` if npx or a script of package.json has started this process. */
export function calledAs({ env }: Pick<Io, 'env'>): string {
  return env['npm_command'] ? 'npx eva' : 'eva';
}
