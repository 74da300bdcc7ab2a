import { join } from 'node:path';

/** The surroundings in which doctor has nothing to say: a supported Node, no missing key, nothing of the user's. */
export function doctorEnv(root: string) {
  return {
    nodeVersion: '20.19.0',
    missingKey: () => undefined,
    user: { dataDir: join(root, '..', 'no-data-dir'), uid: undefined },
  };
}
