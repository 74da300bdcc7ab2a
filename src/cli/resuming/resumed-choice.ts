import type { RunChoice } from '#lifecycle/gather.js';
import type { RunManner, RunPlan, Shard } from '#model/run/run.js';
import { type EvalOptions, mannerOf, usage } from '../evaluating/eval-options.js';

/** Returns the choice of a resumed run: the options of the command line that began it, from its plan. */
export function resumedChoice({ cases, partial, manner }: RunPlan): RunChoice & { readonly manner: RunManner } {
  return {
    only: partial ? cases.map(({ name }) => name) : [],
    allowUnderpowered: manner.allow_underpowered,
    manner,
  };
}

/** Returns the options of a resumed run: those it began with, with the bounds of this command line, and recording if this one asks for it. */
export function resumedManner({ manner }: RunPlan, options: EvalOptions): RunManner {
  const asked = mannerOf(options);
  const budget = asked.budget ? { ...manner.budget, ...asked.budget } : manner.budget;
  return { ...manner, budget, record: manner.record || asked.record };
}

/** Throws EVA_USAGE for flags that change how a run goes about it, beside its budget: they may repeat that. */
export function requireSameManner(runId: string, { manner, cases, partial }: RunPlan, options: EvalOptions): void {
  const asked = mannerOf(options);
  const names = cases.map(({ name }) => name);
  const others = [
    ...(asked.replay && !manner.replay ? ['--replay'] : []),
    ...(asked.record && manner.replay ? ['--record'] : []),
    ...(options.live && manner.replay ? ['--live'] : []),
    ...(options.cache && manner.record ? ['--cache'] : []),
    ...(asked.batch && !manner.batch ? ['--batch'] : []),
    ...(asked.fail_fast && !manner.fail_fast ? ['--fail-fast'] : []),
    ...otherShard(asked.shard, manner.shard),
    ...(options.case.length > 0 && !(partial && isSameSet(options.case, names)) ? ['--case'] : []),
  ];
  if (others.length === 0) return;
  const hint = 'leave it out to go on with the run, or leave out --resume to begin another';
  throw usage(`run ${runId} was not begun with this ${others.join(', ')}`, hint);
}

/** Returns the flag if it names another shard than that of the run. */
function otherShard(asked: Shard | null, own: Shard | null): readonly string[] {
  if (!asked || (own?.index === asked.index && own.of === asked.of)) return [];
  return [own ? `--shard (it is ${own.index}/${own.of})` : '--shard'];
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.every((one) => b.includes(one)) && b.every((one) => a.includes(one));
}
