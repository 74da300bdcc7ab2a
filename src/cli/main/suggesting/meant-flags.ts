/** Words that people type for a flag, by eva's flag. A word may mean several: the first that the command has counts. */
const meanings: readonly (readonly [flag: string, words: string])[] = [
  ['--case', 'filter grep only test tests cases pattern filter-pattern case-name scenario name t k'],
  ['--model', 'models provider providers engine llm m r'],
  ['--max-cost', 'max-budget budget cost max-usd max-spend max-price spend'],
  ['--max-calls', 'calls max-requests requests'],
  ['--max-tokens', 'token-budget max-total-tokens'],
  ['--root', 'dir directory path cwd library project base-dir basedir folder C d'],
  ['--replay', 'offline recorded playback use-recordings no-network mock'],
  ['--record', 'save update-recordings update-snapshots updatesnapshot update u'],
  ['--resume', 'continue'],
  ['--fail-fast', 'bail exitfirst stop-on-failure x'],
  ['--watch', 'watch-mode watchall watch-all auto rerun w'],
  ['--look', 'no-judge no-grade no-verdict'],
  ['--check', 'dry-run dryrun simulate what-if n'],
  ['--strict', 'pedantic werror warnings-as-errors'],
  ['--failed', 'failures fail failing filter-failing only-failed errors'],
  ['--number', 'limit last max-count first lines'],
  ['--items', 'limit first filter-first-n filter-sample'],
  ['--out', 'output csv export outfile output-file o'],
  ['--yes', 'force assume-yes no-input non-interactive y f'],
  ['--older-than', 'age before older'],
  ['--full', 'verbose details detail long explain expanded v l'],
  ['--show', 'verbose show-replies print-replies show-output v'],
  ['--all', 'everything a'],
  ['--group', 'compare side-by-side'],
  ['--trust', 'allow allow-programs'],
  ['--changed', 'since ref base diff-base modified only-changed'],
  ['--provider', 'p vendor'],
  ['--json', 'as-json machine-readable'],
];

/** Returns the flag of a command that a foreign one means; undefined for none. `word` has no dashes before it. */
export function meantFlag(word: string, known: readonly string[]): string | undefined {
  const spelt = word.length === 1 ? word : word.toLowerCase().replaceAll('_', '-');
  return meanings.find(([flag, words]) => known.includes(flag) && words.split(' ').includes(spelt))?.[0];
}

/** Settings of files that other tools have as flags: the words, the setting for a value, and the file. */
const settings: readonly (readonly [words: string, setting: (value: string) => string, file: string])[] = [
  [
    'repeat n samples sample-size trials runs num-runs iterations num-trials times',
    (value) => `sample_size: ${countIn(value, 20)}`,
    'eval.yml, under defaults: or in a case; for fewer items of a data set, add --items N',
  ],
  ['concurrency max-concurrency workers parallel jobs j', (value) => `concurrency: ${countIn(value, 4)}`, 'eva.yml'],
];

/** Returns the setting of a file that a flag means; undefined for none. */
export function meantSetting(word: string, value: string): { setting: string; file: string } | undefined {
  const found = settings.find(([words]) => words.split(' ').includes(word.toLowerCase()));
  return found && { setting: found[1](value), file: found[2] };
}

function countIn(value: string, fallback: number): string {
  return /^[1-9]\d{0,5}$/.test(value) ? value : String(fallback);
}
