import type { Budget, LibraryConfig, ProviderConfig } from '#model/config.js';
import { type Problem, problem } from '#model/problem.js';
import type { Shard } from '#model/run/run.js';
import { plural, short } from '#model/text/quoted.js';

type Limits = Pick<LibraryConfig, 'budget' | 'providers'>;

/**
 * Returns the part of one shard in the limits of a command: the budget, and the requests and tokens a minute, which only the shards that run at a
 * time share. Counts are rounded down.
 */
export function dividedLimits({ budget, providers }: Limits, { of }: Shard, atOnce = of): Limits {
  const { max_calls, max_cost_usd } = budget;
  const divided: Budget = {
    ...(max_calls !== undefined && { max_calls: Math.floor(max_calls / of) }),
    ...(max_cost_usd !== undefined && { max_cost_usd: max_cost_usd / of }),
  };
  const paced = ({ rpm, tpm, ...settings }: ProviderConfig): ProviderConfig => ({
    ...settings,
    ...(rpm !== undefined && { rpm: Math.floor(rpm / atOnce) }),
    ...(tpm !== undefined && { tpm: Math.floor(tpm / atOnce) }),
  });
  return {
    budget: divided,
    providers: Object.fromEntries(Object.entries(providers).map(([name, provider]) => [name, paced(provider)])),
  };
}

/** Lists the limits whose part is below one call, request or token (EVA_SHORT_BUDGET). `limits` are those of the whole command. */
export function tooSmallShares({ budget, providers }: Limits, { of }: Shard, atOnce = of): readonly Problem[] {
  const limits = [
    { value: budget.max_calls, among: of, words: 'the budget has', unit: 'call', key: 'max_calls' },
    ...Object.entries(providers).flatMap(([name, { rpm, tpm }]) => [
      { value: rpm, among: atOnce, words: `${short(name)} allows`, unit: 'request', key: 'rpm' },
      { value: tpm, among: atOnce, words: `${short(name)} allows`, unit: 'token', key: 'tpm' },
    ]),
  ];
  return limits.flatMap(({ value, among, words, unit, key }) =>
    value === undefined || value >= among
      ? []
      : [
          problem(
            'EVA_SHORT_BUDGET:share',
            `${words} ${plural(value, unit)}${key === 'max_calls' ? '' : ' a minute'} (${key}), which is less than one for each of ${among} shards`,
            { hint: `raise it to ${among} or more, or use fewer shards` },
          ),
        ],
  );
}
