import { problem } from '#errors/index.js';
import type { LibraryCheck } from '../check.js';

const floor = { major: 20, minor: 19 };

/** Checks that Node is new enough for eva. */
export const nodeVersion: LibraryCheck = {
  name: 'node-version',
  run: ({ env }) => {
    const [major = 0, minor = 0] = env.nodeVersion.split('.').map(Number);
    if (major > floor.major || (major === floor.major && minor >= floor.minor)) return [];
    return [problem('EVA_OLD_NODE', { version: env.nodeVersion, floor: `${floor.major}.${floor.minor}` })];
  },
};

/** Warns of provider keys that are not set: without a key, runs play recordings instead of calling the model. */
export const keysPresent: LibraryCheck = {
  name: 'keys-present',
  run: ({ models, env, config }) => {
    if (config === null) return [];
    const missing = [...models].flatMap((model) => env.missingKey(model, config.config) ?? []);
    return [...new Set(missing)]
      .sort()
      .map((variable) => problem('EVA_NO_KEY:doctor', { variable }, { severity: 'warning' }));
  },
};
