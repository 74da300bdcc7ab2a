import { listed, promptWord, quoted, shellWord } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

const mostListed = 10;

/** Lists names in quotes, at most ten of them. */
export function namesIn(names: readonly string[]): string {
  const more = names.length - mostListed;
  const shown = names.slice(0, mostListed).map(quoted);
  return more > 0 ? `${shown.join(', ')} and ${more} more` : listed(shown);
}

/** Returns the command that compares with a ref; without one, how to make a commit to compare with. */
export function withRef(id: string, ref: string | null): string {
  const command = `eva compare ${promptWord(id)} ${shellWord(ref ?? 'HEAD')}`;
  return ref === null ? `commit this version, change the prompt, then type: ${command}` : command;
}

export const fullHistory = 'git fetch --unshallow (with actions/checkout: fetch-depth: 0)';

/** The sentences of problems of comparisons that `engine` and `lifecycle` find before the first call. */
export const comparingSentences = {
  'EVA_USAGE:compare_one_run': (params: {
    readonly id: string;
    readonly run: string;
    readonly other: string | null;
  }) => ({
    message:
      params.other === null
        ? `${quoted(params.run)} is a run, and a run can only be compared with another run`
        : `${quoted(params.run)} is a run and ${quoted(params.other)} is not: a run can only be compared with another run`,
    hint: `name two runs, which eva log lists: eva compare ${promptWord(params.id)} ${shellWord(params.run)} RUN`,
  }),
  'EVA_USAGE:compare_runs_flag': ({ flag }: { readonly flag: string }) => ({
    message: `${flag} has no effect on two stored runs, which ask no model`,
    hint: `remove ${flag}`,
  }),
  'EVA_NOT_COMPARABLE:no_prompt': (params: {
    readonly id: string;
    readonly label: string;
    readonly nearest: string | null;
  }) => ({
    message: `${params.label} has no prompt ${quoted(params.id)}`,
    hint:
      params.nearest === null
        ? 'name a ref that has it, or compare with another prompt: eva compare ID OTHER'
        : `did it have the name ${quoted(params.nearest)} then? Evaluate both versions and compare their runs: eva compare ID RUN RUN`,
  }),
  'EVA_NOT_COMPARABLE:unfinished': ({
    run_id,
    why,
  }: {
    readonly run_id: string;
    readonly why: 'unfinished' | 'shard';
  }) => ({
    message:
      why === 'shard'
        ? `run ${run_id} is a shard, not a whole run`
        : `run ${run_id} is unfinished: replies are missing`,
    hint: why === 'shard' ? 'merge the shards: eva merge DIR...' : `eva eval --resume ${run_id}`,
  }),
  'EVA_NOT_COMPARABLE:no_pair': ({ names }: { readonly names: readonly string[] }) => ({
    message: `the two runs have no equal item of ${namesIn(names)}`,
    hint: 'evaluate both versions on the same items, or choose other cases: --case NAME',
  }),
} as const satisfies SentenceTable;
