import { sep } from 'node:path';
import { type EvaError, evaError } from '#model/problem.js';
import { defaultRunSettings } from '#model/run/run.js';
import { flagWords, pathWord, promptWord } from '#model/text/quoted.js';
import { evaluablePrompts } from '#run/session/evaluate-prompts.js';
import type { Merge, MergedCommand, MergedRun } from '#run/shares/merge.js';
import { type MergedCase, mergedCases, type ShardStanding, shardStandings } from '#run/shares/merge-standing.js';
import { type PlaceFlags, placeFlags } from '../stored/continuation.js';
import { count, percentage, plural } from '../text/numbers.js';
import { asCalled, type Screen, usableWidth } from '../text/screen.js';
import { column, displayWidth, visible, wrap } from '../text/visible.js';
import { mayFail, timeOfDay } from './progress.js';

/** Returns the error of a merge that lacks trials. */
export function lackError({ commands }: Merge): EvaError {
  const shards = commands.flatMap(shardStandings);
  const { whole, trials, missing } = sumOf(shards);
  return evaError(
    'EVA_SHARDS_LACK',
    `${count(whole)} of ${plural(shards.length, 'shard')} ${whole === 1 ? 'is' : 'are'} whole; ${count(missing)} of ${plural(trials, 'trial')} have no reply`,
    { hint: 'collect what is missing, then merge again' },
  );
}

/**
 * Renders which shards lack trials, each with the command that collects it in one of the folders, and the one that shows what is known. `dirs`: the
 * folders of the command as it names them, with their paths.
 */
export function lackTable(
  { commands }: Merge,
  dirs: readonly { readonly dir: string; readonly path: string }[],
  place: PlaceFlags,
  screen: Screen,
): string {
  const lacking = commands.flatMap((command) => {
    const shards = shardStandings(command).filter(({ missing }) => missing > 0);
    const shardCommand = shards.length > 0 ? commandOf(command) : '';
    const [job = null] = command.sharded.folders.flatMap((folder) => folder.job ?? []);
    const ofJob = job === null ? [] : [flagWords('--group', job)];
    const runsOf = ({ index }: ShardStanding) => {
      const own = command.sharded.folders.find(({ shard }) => shard.index === index)?.dir;
      return (dirs.find(({ path }) => own?.startsWith(`${path}${sep}`)) ?? dirs[0])?.dir ?? '';
    };
    return shards.map((shard) => ({
      name: `shard ${shard.index}`,
      standing: standingText(shard),
      command: [
        shardCommand,
        `--shard ${shard.index}/${command.sharded.command.of}`,
        ...ofJob,
        ...placeFlags({ ...place, runs: runsOf(shard) }),
      ].join(' '),
    }));
  });
  const widthOf = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => text.length));
  const nameWidth = widthOf(lacking.map(({ name }) => name));
  const standingWidth = widthOf(lacking.map(({ standing }) => standing));
  const lines = lacking.map(
    ({ name, standing, command }) =>
      `  ${name.padEnd(nameWidth)}  ${standing.padEnd(standingWidth)}   ${asCalled(command, screen)}`,
  );
  const partial = asCalled(
    ['eva merge', ...dirs.map(({ dir }) => pathWord(dir)), '--partial', ...placeFlags(place)].join(' '),
    screen,
  );
  return `${[...lines, `  what is known so far:  ${partial}`].map(visible).join('\n')}\n`;
}

function standingText({ trials, missing, hasRun, lastReply }: ShardStanding): string {
  if (!hasRun) return 'no run';
  const last = lastReply === null ? '' : `, last reply ${timeOfDay(new Date(lastReply))}`;
  return `${count(trials - missing)} of ${plural(trials, 'trial')}${last}`;
}

/** Returns the command that was dealt, without its shard. */
function commandOf({ sharded, runs }: MergedCommand): string {
  const { only, items, models, cases_of } = sharded.command;
  const ids = [...new Set(sharded.command.runs.map(({ id }) => id))];
  const [run] = runs;
  const all = run && ids.length > 1 ? new Set(evaluablePrompts(run.open.root)) : null;
  const isAll = all?.size === ids.length && ids.every((id) => all.has(id));
  const { batch, fail_fast, replay, allow_underpowered, look } = sharded.folders[0]?.plan.manner ?? defaultRunSettings;
  return [
    'eva eval',
    ...(isAll ? ['--yes'] : ids.map(promptWord)),
    ...only.map((name) => flagWords('--case', name)),
    ...models.map((name) => flagWords('--model', name)),
    ...(cases_of === undefined ? [] : [flagWords('--cases-of', cases_of)]),
    ...(items?.first === undefined ? [] : [`--items ${items.first}`]),
    ...(items?.ids ?? []).map((id) => flagWords('--item', id)),
    ...(batch ? ['--batch'] : []),
    ...(fail_fast ? ['--fail-fast'] : []),
    ...(replay ? ['--replay'] : []),
    ...(allow_underpowered ? ['--allow-underpowered'] : []),
    ...(look ? ['--look'] : []),
  ].join(' ');
}

function sumOf(shards: readonly ShardStanding[]) {
  return {
    whole: shards.filter(({ missing }) => missing === 0).length,
    trials: shards.reduce((sum, shard) => sum + shard.trials, 0),
    missing: shards.reduce((sum, shard) => sum + shard.missing, 0),
  };
}

/** Renders what is known of each case: `tickets  1,012 of 1,200 items · 905 right · at the end 75% to 92%`. */
export function partialText({ commands }: Merge, screen: Screen): string {
  const shards = commands.flatMap(shardStandings);
  const { whole, trials, missing } = sumOf(shards);
  const head = [
    'partial',
    `${count(whole)} of ${plural(shards.length, 'shard')}`,
    `${count(trials - missing)} of ${plural(trials, 'trial')}`,
    'no verdict, no row',
  ]
    .join(' · ')
    .replace(' · ', '  ');
  const rows = commands.flatMap(({ runs }) =>
    runs.flatMap((run) => mergedCases(run).map((standing) => ({ run, standing, id: idOf(run) }))),
  );
  const widths = [
    Math.max(0, ...rows.map(({ id }) => displayWidth(visible(id)))),
    Math.max(0, ...rows.map(({ standing }) => displayWidth(visible(standing.name)))),
  ] as const;
  const lines = rows.flatMap(({ run, standing, id }) => {
    const named = `   ${column(visible(id), widths[0])}  ${column(visible(standing.name), widths[1])}  `;
    return wrap(`${named}${caseText(run, standing)}`, usableWidth(screen));
  });
  return `${[` ${head}`, ...lines].join('\n')}\n`;
}

function idOf({ open: { plan } }: MergedRun): string {
  const variant = plan.variant?.variant;
  return variant === undefined ? plan.id : `${plan.id} × ${variant}`;
}

function caseText({ open }: MergedRun, { name, done, right, of, mayStop, isOfItems, canPass }: MergedCase): string {
  const size = `${count(done)} of ${mayStop ? 'at most ' : ''}${isOfItems ? plural(of, 'item') : count(of)}`;
  if (!canPass) {
    const may = mayFail(name, open.plan);
    return `${size} · cannot pass any more: ${count(done - right)} failed${may === null ? '' : `, ${count(may)} may`}`;
  }
  if (mayStop) return `${size} · ${count(right)} right · may stop early`;
  const [least, most] = [right / of, (right + of - done) / of];
  const end = least === most ? percentage(least) : `${percentage(least)} to ${percentage(most)}`;
  return `${size} · ${count(right)} right · at the end ${end}`;
}
