/** Words that people type for a command, by the words of eva's command line. The first that eva has is meant. */
const meanings: readonly (readonly [words: string, ...lines: string[]])[] = [
  ['run test tests evaluate evaluation exec execute start go try bench benchmark judge-all', 'eval'],
  ['check lint validate verify diagnose checkup health', 'doctor'],
  ['fix repair mend autofix format fmt', 'doctor --fix'],
  ['create add generate scaffold make touch new-prompt', 'new'],
  ['convert migrate promptfoo openai-evals import-promptfoo from-promptfoo', 'import promptfoo'],
  ['setup install bootstrap quickstart init-library', 'init'],
  ['ls prompts dir status stat overview summary all', 'list', 'doctor'],
  ['show result results open inspect last output print display export', 'report'],
  ['browser serve server web ui gui dashboard html', 'view'],
  ['diff versus vs ab better worse regression regressions', 'compare'],
  ['matrix side-by-side', 'report --group'],
  ['history logs runs journal', 'log'],
  ['cost costs estimate preview dry-run dryrun price prices budget', 'plan'],
  ['delete remove rm prune purge gc cleanup', 'clean'],
  ['approve release publish ready advance graduate status-set', 'promote'],
  ['allow permit authorize grant', 'trust'],
  ['continue resume retry rerun restart', 'eval --resume'],
  ['rubrics behaviors behaviours levels', 'rubric'],
  ['join combine collect', 'merge'],
  ['completions complete autocomplete', 'completion'],
  ['version', '--version'],
  ['usage man commands', '--help'],
];

/** Words that people type for a subcommand of `eva cache`. */
const cacheMeanings: readonly (readonly [words: string, ...lines: string[]])[] = [
  ['clean delete remove rm prune purge empty reset flush', 'clear'],
  ['ls list show size info status stat', 'stats'],
];

/** Returns the words of eva's command line that a foreign command means, without those that eva does not have. */
export function meantCommands(word: string, parent: string | undefined): readonly (readonly string[])[] {
  const table = parent === 'cache' ? cacheMeanings : meanings;
  const found = table.filter(([words]) => words.split(' ').includes(word.toLowerCase()));
  return found.flatMap(([, ...lines]) => lines.map((line) => line.split(' ')));
}
