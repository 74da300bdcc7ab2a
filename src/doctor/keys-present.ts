import { problem } from '#errors/index.js';
import type { LibraryCheck } from './check.js';

/** Without a provider's key, runs play recordings: worth knowing before one waits for a model's answer. */
export const keysPresent: LibraryCheck = {
  name: 'keys-present',
  run: ({ models, env, config }) => {
    if (config === null) return [];
    const missing = [...models].flatMap((model) => env.missingKey(model, config.config) ?? []);
    return [...new Set(missing)].sort().map((variable) =>
      problem(
        'EVA_NO_KEY',
        `${variable} is not set: runs that need it ask no model and play recordings, or fail where CI is set`,
        {
          hint: `set ${variable} to ask the models`,
          severity: 'warning',
        },
      ),
    );
  },
};
