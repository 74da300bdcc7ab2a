import { flagWords, listed, plural, promptWord, quoted, shellWord } from '#model/text/quoted.js';
import type { SentenceTable } from '../table.js';

const mostListed = 10;

/** Lists names in quotes, at most ten of them. */
function namesIn(names: readonly string[]): string {
  const more = names.length - mostListed;
  const shown = names.slice(0, mostListed).map(quoted);
  return more > 0 ? `${shown.join(', ')} and ${more} more` : listed(shown);
}

/** Returns the command that compares with a ref; without one, how to make a commit to compare with. */
function withRef(id: string, ref: string | null): string {
  const command = `eva compare ${promptWord(id)} ${shellWord(ref ?? 'HEAD')}`;
  return ref === null ? `commit this version, change the prompt, then type: ${command}` : command;
}

const fullHistory = 'git fetch --unshallow (with actions/checkout: fetch-depth: 0)';

/** The sentences of problems of comparisons that `engine` and `lifecycle` find before the first call. */
export const comparingSentences = {
  'EVA_NO_BASELINE:never_ready': ({ id, ref }: { readonly id: string; readonly ref: string | null }) => ({
    message: `no version of ${quoted(id)} was promoted to ready yet`,
    hint: `${ref === null ? '' : 'name what to compare with: '}${withRef(id, ref)}; eva promote makes a version ready`,
  }),
  'EVA_NO_BASELINE:not_committed': (params: {
    readonly id: string;
    readonly ts: string;
    readonly commits: number;
    readonly isShallow: boolean;
  }) => ({
    message: params.isShallow
      ? `this clone is shallow, and its ${plural(params.commits, 'commit')} of ${quoted(params.id)} ${params.commits === 1 ? 'lacks' : 'lack'} the version that became ready on ${params.ts.slice(0, 10)}`
      : `the last ${plural(params.commits, 'commit')} of ${quoted(params.id)} ${params.commits === 1 ? 'lacks' : 'lack'} the version that became ready on ${params.ts.slice(0, 10)}`,
    hint: params.isShallow
      ? `get all commits: ${fullHistory}`
      : `commit a version before it is promoted; to compare with another one, name it: eva compare ${promptWord(params.id)} REF`,
  }),
  'EVA_USAGE:compare_with_what': ({ id, ref }: { readonly id: string; readonly ref: string | null }) => ({
    message: `say what to compare ${quoted(id)} with: no version was ready yet, and its eval.yml has no compare:`,
    hint: withRef(id, ref),
  }),
  'EVA_USAGE:compare_words': ({ id, words }: { readonly id: string; readonly words: readonly string[] }) => ({
    message: `eva compare takes at most two versions, and got ${words.length}: ${namesIn(words)}`,
    hint: `name one or two: eva compare ${promptWord(id)} A..B`,
  }),
  'EVA_USAGE:compare_dots': ({ word }: { readonly word: string }) => ({
    message: `${quoted(word)} does not name two versions`,
    hint: 'write A..B, with a git ref on each side; without B it is the working tree',
  }),
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
  'EVA_USAGE:compare_other_prompt': (params: {
    readonly run_id: string;
    readonly id: string;
    readonly given: string;
  }) => ({
    message: `run ${params.run_id} evaluated ${quoted(params.id)}, not ${quoted(params.given)}`,
    hint: `write eva compare ${promptWord(params.id)}, or name a run of ${quoted(params.given)} second`,
  }),
  'EVA_USAGE:compare_new_prompt': ({ id, word }: { readonly id: string; readonly word: string }) => ({
    message: `${quoted(word)} is a prompt, and only the old side can be another prompt`,
    hint: `eva compare ${promptWord(id)} ${promptWord(word)}, or eva compare ${promptWord(word)} ${promptWord(id)}`,
  }),
  'EVA_USAGE:compare_models': ({ id, models }: { readonly id: string; readonly models: readonly string[] }) => ({
    message: 'two models are compared on the working tree, so that no version can be named beside them',
    hint: ['eva compare', promptWord(id), ...models.map((name) => flagWords('--model', name))].join(' '),
  }),
  'EVA_USAGE:compare_many_models': ({ id, count }: { readonly id: string; readonly count: number }) => ({
    message: `eva compare takes at most two models, and got ${count}`,
    hint: `eva compare ${promptWord(id)} --model OLD --model NEW`,
  }),
  'EVA_USAGE:compare_variants': (params: { readonly id: string; readonly variants: readonly string[] }) => ({
    message: `${quoted(params.id)} has ${params.variants.length} variants, and a comparison is about one: ${namesIn(params.variants)}`,
    hint: `name it: ${flagWords('--model', params.variants[0] ?? 'NAME')}; or compare two: ${params.variants
      .slice(0, 2)
      .map((name) => flagWords('--model', name))
      .join(' ')}`,
  }),
  'EVA_USAGE:compare_runs_flag': ({ flag }: { readonly flag: string }) => ({
    message: `${flag} has no effect on two stored runs, which ask no model`,
    hint: `remove ${flag}`,
  }),
  'EVA_USAGE:compare_no_items': ({ command }: { readonly command: string }) => ({
    message: 'no finished comparison of these versions is stored here, and --items asks no model',
    hint: `compare them first: ${command}`,
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
  'EVA_NOT_COMPARABLE:unreadable': ({ label, problems }: { readonly label: string; readonly problems: number }) => ({
    message: `the prompt of ${label} cannot be read: ${problems === 1 ? 'its problem follows' : `its ${problems} problems follow`}`,
    hint: 'name a version without problems',
  }),
  'EVA_NOT_COMPARABLE:unanswerable': ({ label, problems }: { readonly label: string; readonly problems: number }) => ({
    message: `${label} cannot answer these cases: ${problems === 1 ? 'a problem follows' : `${problems} problems follow`}`,
    hint: 'give the inputs that both versions need, or leave these cases out: --case NAME',
  }),
  'EVA_NOT_COMPARABLE:variant': (params: {
    readonly label: string;
    readonly variant: string | null;
    readonly variants: readonly string[];
  }) => ({
    message:
      params.variant === null
        ? `${params.label} has ${params.variants.length} variants, and the other side has none`
        : `${params.label} has no variant ${quoted(params.variant)}: it has ${namesIn(params.variants)}`,
    hint:
      params.variant === null
        ? 'evaluate both versions and compare their runs: eva compare ID RUN RUN'
        : 'name a variant that both sides have: --model NAME',
  }),
  'EVA_NOT_COMPARABLE:application': ({ name, label }: { readonly name: string; readonly label: string }) => ({
    message: `the application of ${quoted(name)} is another program at ${label}, and eva never starts a program of a commit`,
    hint: 'check that commit out in another folder, evaluate there, and compare the two runs: eva compare ID RUN RUN',
  }),
  'EVA_NOT_COMPARABLE:program': ({ name, label }: { readonly name: string; readonly label: string }) => ({
    message: `the cases of ${label} use ${quoted(name)}, which differs from that of the working tree, and eva never starts a program of a commit`,
    hint: 'check that commit out, or compare two runs: eva compare ID RUN RUN',
  }),
  'EVA_NOT_COMPARABLE:rubrics': ({ id, label }: { readonly id: string; readonly label: string }) => ({
    message: `${label} has behaviours without a rubric in rubrics.yml, and eva writes no file of a commit`,
    hint: `check that commit out and write them: eva rubric ${promptWord(id)} --write`,
  }),
  'EVA_NOT_COMPARABLE:looks': ({ id }: { readonly id: string }) => ({
    message: `all cases of ${quoted(id)} have "look: true", so that nothing is right or wrong`,
    hint: 'give a case checks, a rubric or criteria',
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
  'EVA_NOT_COMPARABLE:no_trials': ({ run_id }: { readonly run_id: string }) => ({
    message: `run ${run_id} has no trials.jsonl, so that its answers cannot be compared`,
    hint: 'evaluate again, and compare that run',
  }),
  'EVA_NOT_COMPARABLE:changed_trials': ({ run_id, flaw }: { readonly run_id: string; readonly flaw: string }) => ({
    message: `the files of run ${run_id} contradict each other: ${flaw}`,
    hint: `restore .eva/runs/${run_id} and its row as eva wrote them; or delete that folder and compare two versions, which asks again`,
  }),
  'EVA_NOT_COMPARABLE:no_case': ({ runs }: { readonly runs: readonly [string, string] }) => ({
    message: `runs ${runs[0]} and ${runs[1]} have no case in common`,
    hint: 'name two runs with cases of the same names',
  }),
  'EVA_NOT_COMPARABLE:checks': ({ names }: { readonly names: readonly string[] }) => ({
    message: `different checks decide ${names.length === 1 ? 'the case' : 'the cases'} ${namesIn(names)} in the two runs`,
    hint: 'evaluate both versions with the same cases, or choose other cases: --case NAME',
  }),
  'EVA_NOT_COMPARABLE:judge': ({ runs, ids: [a, b] }: Record<'runs' | 'ids', readonly [string, string]>) => ({
    message: `${a === b ? '' : `the runs are of two prompts, ${quoted(a)} and ${quoted(b)}: `}different judges or rubrics decide runs ${runs[0]} and ${runs[1]}`,
    hint: `evaluate both ${a === b ? 'versions' : 'prompts'} with the same judge and rubrics`,
  }),
  'EVA_NOT_COMPARABLE:no_pair': ({ names }: { readonly names: readonly string[] }) => ({
    message: `the two runs have no equal item of ${namesIn(names)}`,
    hint: 'evaluate both versions on the same items, or choose other cases: --case NAME',
  }),
  'EVA_NOT_COMPARABLE:left_out_case': ({ names }: { readonly names: readonly string[] }) => ({
    message: `only one of the two runs has ${namesIn(names)}`,
    hint: 'such cases are not compared',
  }),
  'EVA_NOT_COMPARABLE:left_out_inputs': (params: { readonly label: string; readonly names: readonly string[] }) => ({
    message: `${params.label} does not declare the inputs ${namesIn(params.names)}`,
    hint: 'it is asked without them',
  }),
  'EVA_NOT_COMPARABLE:borrowed_models': (params: { readonly label: string; readonly names: readonly string[] }) => ({
    message: `${params.label} names no model for ${namesIn(params.names)}`,
    hint: 'it is asked with the model of the other side',
  }),
} as const satisfies SentenceTable;
