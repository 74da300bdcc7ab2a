import type { Budget } from '#model/config.js';
import type { RunPlan, RunResult } from '#model/run/run.js';
import type { WhyMissing } from '#model/run/trial.js';
import { shellWord } from '#model/text/quoted.js';
import type { RunEnding } from '#view/view-of.js';
import { type Resumable, resumeCommand } from './resume-command.js';

/** Returns the command that requests the missing replies of a run; null if none is missing, and for a merged run, which makes no calls. */
export function goOnOf(
  { manner }: RunPlan,
  result: RunResult,
  budget: Budget,
  options: Resumable,
  run?: string,
): NonNullable<RunEnding['goOn']> | null {
  if (result.state === 'finished' || manner.merged !== null) return null;
  const whys = whysOf(result);
  const resume = resumeCommand(result.id, options, run);
  if (manner.replay && whys.has('no_recording')) {
    const root = options.root === undefined ? '' : ` --root ${shellWord(options.root)}`;
    const how = 'a replay has only what was recorded: run without --replay, or record the replies first';
    return { how, command: `eva eval ${shellWord(result.id)} --record${root}` };
  }
  const kept = hasReplies(result) ? 'every reply is kept, and none is asked for again; ' : '';
  if (whys.has('no_recording')) return { how: `${kept}set the key that is missing, and go on with`, command: resume };
  if (!whys.has('budget')) return { how: `${kept}go on with`, command: resume };
  return { how: `${kept}go on with a larger budget`, command: [resume, ...larger(budget)].join(' ') };
}

function whysOf({ cases }: RunResult): ReadonlySet<WhyMissing | undefined> {
  return new Set(
    cases.flatMap(({ trials }) => trials.flatMap((trial) => (trial.outcome === 'missing' ? [trial.why] : []))),
  );
}

function hasReplies({ replies }: RunResult): boolean {
  return replies.model + replies.recorded + replies.synthetic > 0;
}

/** Returns the flags that raise each limit. MORE is not a number, so that nobody spends money by copying it. */
function larger({ max_calls, max_tokens, max_cost_usd }: Budget): readonly string[] {
  return [
    ...(max_calls === undefined ? [] : ['--max-calls MORE']),
    ...(max_tokens === undefined ? [] : ['--max-tokens MORE']),
    ...(max_cost_usd === undefined ? [] : ['--max-cost MORE']),
  ];
}
