import { join } from 'node:path';

/** Returns an environment without problems: a supported Node, no missing key, a user without files. */
export function doctorEnv(root: string) {
  return {
    nodeVersion: '20.19.0',
    missingKey: () => undefined,
    user: { dataDir: join(root, '..', 'no-data-dir'), uid: undefined },
  };
}
