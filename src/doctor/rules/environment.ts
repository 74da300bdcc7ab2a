import { problem } from '#errors/index.js';
import { askersText, envFileText, otherJudgeText, setKeyText, unsetText } from '#errors/missing-key-words.js';
import { groupBy, uniqueBy } from '#model/data/collections.js';
import { short } from '#model/text/quoted.js';
import type { LibraryCheck } from '../check.js';

const floor = { major: 20, minor: 19 };

/** Checks that Node is new enough for eva. */
export const nodeVersion: LibraryCheck = {
  name: 'node-version',
  run: ({ env }) => {
    const [major = 0, minor = 0] = env.nodeVersion.split('.').map(Number);
    if (major > floor.major || (major === floor.major && minor >= floor.minor)) return [];
    return [
      problem('EVA_OLD_NODE', `this is Node ${short(env.nodeVersion)}, which is too old for eva`, {
        hint: `install Node ${floor.major}.${floor.minor} or newer`,
      }),
    ];
  },
};

/** Warns of provider keys that are not set: without a key, runs call no model. */
export const keysPresent: LibraryCheck = {
  name: 'keys-present',
  run: ({ askers, env, config, root }) => {
    if (config === null) return [];
    const needed = askers.flatMap((asker) => {
      const variable = env.missingKey(asker.model, config.config);
      return variable === undefined ? [] : [{ variable, asker }];
    });
    const keyed = askers.filter((asker) => needed.every((one) => one.asker !== asker));
    const other_model = keyed.find(({ role }) => role === 'the model under test')?.model ?? null;
    const byVariable = [...groupBy(needed, ({ variable }) => variable)].sort(([a], [b]) => (a < b ? -1 : 1));
    return byVariable.map(([variable, own], index) => {
      const asked_by = own.map(({ asker }) => asker);
      const env_file = index === byVariable.length - 1 ? (env.envFile?.(root) ?? null) : null;
      const similar = own[0] && env.similarKey?.(own[0].asker.model, config.config);
      const params = { variable, ...(similar !== undefined && { similar }), asked_by, other_model, env_file };
      return problem(
        'EVA_NO_KEY:doctor',
        `${unsetText({ ...params, isEmpty: false })}: runs that need it call no model and exit with 3; ${askersText(params.asked_by)} it`,
        {
          hint: `${setKeyText(params)} to call the models${otherJudgeText(params)}${envFileText(params.env_file)}`,
          severity: 'warning',
        },
      );
    });
  },
};

/** Warns of providers that cannot be called, since a package, a region or a project is missing. */
export const providersReachable: LibraryCheck = {
  name: 'providers-reachable',
  run: ({ askers, env, config }) => {
    if (config === null) return [];
    const models = new Set(askers.map(({ model }) => model));
    const found = [...models].flatMap((model) => env.unreachable?.(model, config.config) ?? []);
    return uniqueBy(found, ({ message }) => message).map((one) => ({ ...one, severity: 'warning' }));
  },
};
