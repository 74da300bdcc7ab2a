import { groupBy } from '#model/data/collections.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import type { RunPlan, RunSettings, RunShare, Shard } from '#model/run/run.js';
import { callsOf } from '../plan/calls.js';
import { type CaseOwner, dealCalls } from './deal.js';

/** The settings that a shard adds to those of its run. */
export type ShareSettings = Required<Pick<RunSettings, 'share'>> & Pick<RunSettings, 'split'>;

/** The runs of a command, dealt to shards. */
export interface DealtCommand {
  /** The digest of all that decides the deal. Shards with the same one fit together. */
  readonly digest: string;
  /** The greatest number of calls of each shard. */
  readonly loads: readonly number[];
  /** Returns what a shard asks of a run, by its place in the command; null if it is nothing. */
  readonly shareOf: (run: number, shard: Shard) => ShareSettings | null;
  /** Returns who asks the cases of a run, in their order. */
  readonly ownersOf: (run: number) => readonly { readonly name: string; readonly owner: CaseOwner }[];
}

/** A run with the calls and units of its cases, in their order. */
interface CountedRun {
  readonly plan: RunPlan;
  readonly cases: readonly { readonly name: string; readonly calls: number; readonly units: number }[];
}

/** Deals the runs of a command, in its order. A case and its units go to one shard with all variants of the prompt. */
export function dealCommand(plans: readonly RunPlan[], of: number): DealtCommand {
  const runs = plans.map(countedRun);
  const prompts = [...groupBy(runs, ({ plan }) => plan.id).values()].map((ofPrompt) => [
    ...groupBy(
      ofPrompt.flatMap(({ cases }) => cases),
      ({ name }) => name,
    ),
  ]);
  const { owners, loads } = dealCalls(
    prompts.map((cases) =>
      cases.map(([, ofCase]) => ({
        calls: ofCase.reduce((sum, { calls }) => sum + calls, 0),
        units: Math.max(...ofCase.map(({ units }) => units)),
      })),
    ),
    of,
  );
  const ids = [...new Set(plans.map(({ id }) => id))];
  const ofPrompt = new Map(
    ids.map((id, at) => [id, new Map(prompts[at]?.map(([name], place) => [name, owners[at]?.[place]]))]),
  );
  const ownersOf = (run: number) =>
    (runs[run]?.cases ?? []).flatMap(({ name }) => {
      const owner = ofPrompt.get(plans[run]?.id ?? '')?.get(name);
      return owner ? [{ name, owner }] : [];
    });
  const digest = sha256(canonicalJson({ of, runs: runs.map(identityOf) }));
  return {
    digest,
    loads,
    ownersOf,
    shareOf: (run, shard) => {
      const cases = ownersOf(run);
      const whole = cases.flatMap(({ name, owner }) => ('shard' in owner && owner.shard === shard.index ? [name] : []));
      const split = cases.flatMap(({ name, owner }) => partOf(name, owner, shard));
      if (whole.length + split.length === 0) return null;
      return { share: { command: digest, whole, split }, ...splitAmong(cases) };
    },
  };
}

/** Returns the names of the split cases; nothing without any. */
export function splitAmong(cases: ReturnType<DealtCommand['ownersOf']>): Pick<RunSettings, 'split'> {
  const split = cases.flatMap(({ name, owner }) => ('full' in owner ? [name] : []));
  return split.length > 0 ? { split } : {};
}

function countedRun(plan: RunPlan): CountedRun {
  const cases = plan.cases.map((testCase) => ({
    name: testCase.name,
    calls: callsOf({ body: plan.body, cases: [testCase] }).reduce((sum, { times }) => sum + times, 0),
    units: testCase.dataset?.units ?? testCase.sample_size,
  }));
  return { plan, cases };
}

function partOf(name: string, owner: CaseOwner, { index }: Shard): RunShare['split'] {
  if ('shard' in owner) return [];
  const { full } = owner;
  const left = owner.left.flatMap((shard, at) => (shard === index ? [full + at] : []));
  return full + left.length > 0 ? [{ case: name, full, left }] : [];
}

/** Returns what must be the same in all shards: the files of a run, the flags that change its requests, and the sizes of its cases. */
function identityOf({ plan: { id, evidence, partial, item_choice, variant, manner }, cases }: CountedRun): object {
  return {
    ...{ id, evidence, partial, items: item_choice ?? null, cases },
    ...{ variant: variant?.variant ?? null, cases_of: variant?.cases_of ?? null },
    flags: flagsOf(manner),
  };
}

/** Returns the flags that change what a command asks. */
export function flagsOf({ batch, fail_fast, replay, allow_underpowered, look }: RunSettings): object {
  return { batch, fail_fast, replay, allow_underpowered, look: look ?? false };
}
