import type { Io } from '../io.js';

/** Returns the words by which the user calls eva: `npx eva` if npx has started this process. */
export function calledAs({ env }: Pick<Io, 'env'>): string {
  return env['npm_command'] === 'exec' ? 'npx eva' : 'eva';
}
