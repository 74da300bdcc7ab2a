import { problem } from '#errors/index.js';
import type { LibraryCheck } from './check.js';

const floor = { major: 20, minor: 19 };

/** eva needs Node 20.19 or newer. */
export const nodeVersion: LibraryCheck = {
  name: 'node-version',
  run: ({ env }) => {
    const [major = 0, minor = 0] = env.nodeVersion.split('.').map(Number);
    if (major > floor.major || (major === floor.major && minor >= floor.minor)) return [];
    const hint = `install Node ${floor.major}.${floor.minor} or newer`;
    return [problem('EVA_OLD_NODE', `this is Node ${env.nodeVersion}, too old for eva`, { hint })];
  },
};
