import type { ShareFacts } from '#run/shares/plan-share.js';
import { budgetText } from '../plan/totals.js';
import { count, plural } from '../text/numbers.js';
import { type Screen, usableWidth } from '../text/screen.js';
import { visible, wrap } from '../text/visible.js';

/**
 * Renders what a shard asks: `shard 3 of 5 · 8 of 30 prompts · 796 of 3,980 trials · at most 1,882 of 9,410 calls`, and its part of the limits
 * if there are any.
 */
export function shardLine(
  { shard, prompts, trials, calls, budget, continues, atOnce, rates }: ShareFacts,
  screen: Screen,
): string {
  const bound = budgetText(budget);
  const limits = [
    ...(bound === '' ? [] : [bound]),
    ...rates.flatMap(({ provider, rpm, tpm }) => [
      ...(rpm === undefined ? [] : [`${plural(rpm, 'request')} a minute to ${visible(provider)}`]),
      ...(tpm === undefined ? [] : [`${plural(tpm, 'token')} a minute to ${visible(provider)}`]),
    ]),
  ];
  const parts = [
    `shard ${shard.index} of ${shard.of}`,
    `${count(prompts.own)} of ${plural(prompts.all, 'prompt')}`,
    `${count(trials.own)} of ${plural(trials.all, 'trial')}`,
    calls.own === 0 ? 'nothing to ask' : `at most ${count(calls.own)} of ${plural(calls.all, 'call')}`,
    ...(limits.length === 0 || calls.own === 0
      ? []
      : [
          `its part of the limits: ${limits.join(', ')}${atOnce === null ? '' : `, with ${plural(atOnce, 'shard')} at a time`}`,
        ]),
  ];
  const kept =
    continues === null
      ? []
      : [
          `continues: ${continues.isLeast ? 'at least ' : ''}${count(continues.trials)} of ${plural(trials.own, 'trial')} are there`,
        ];
  return [parts.join(' · '), ...kept].map((line) => `${wrap(line, usableWidth(screen)).join('\n')}\n`).join('');
}
