import { type EvaError, evaError } from '#model/problem.js';
import { flagWords, pathWord, promptWord } from '#model/text/quoted.js';
import type { Merge, MergedCommand, MergedRun } from '#run/shares/merge.js';
import { type MergedCase, mergedCases, type ShardStanding, shardStandings } from '#run/shares/merge-standing.js';
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
    `${count(whole)} of ${plural(shards.length, 'shard')} ${shards.length === 1 ? 'is' : 'are'} whole; ${count(missing)} of ${plural(trials, 'trial')} have no reply`,
    { hint: 'collect what is missing, then merge again' },
  );
}

/** Renders which shards lack trials, each with the command that collects it, and the one that shows what is known. `dirs`: the folders of the command. */
export function lackTable({ commands }: Merge, dirs: readonly string[], screen: Screen): string {
  const lines = commands.flatMap((command) => {
    const lacking = shardStandings(command).filter(({ missing }) => missing > 0);
    return lacking.map(
      (shard) => `  shard ${shard.index}  ${standingText(shard)}   ${asCalled(commandOf(command, shard), screen)}`,
    );
  });
  const partial = asCalled(`eva merge ${dirs.map(pathWord).join(' ')} --partial`, screen);
  return `${[...lines, `  what is known so far:  ${visible(partial)}`].map(visible).join('\n')}\n`;
}

function standingText({ trials, missing, hasRun, lastReply }: ShardStanding): string {
  if (!hasRun) return 'no run';
  const last = lastReply === null ? '' : `, last reply ${timeOfDay(new Date(lastReply))}`;
  return `${count(trials - missing)} of ${plural(trials, 'trial')}${last}`;
}

/** The greatest number of prompts in a command; of more, the user knows the command. */
const mostNamed = 8;

function commandOf({ sharded }: MergedCommand, { index }: ShardStanding): string {
  const { of, only, items, runs } = sharded.command;
  const ids = [...new Set(runs.map(({ id }) => id))];
  return [
    'eva eval',
    ...(ids.length > mostNamed ? [] : ids.map(promptWord)),
    ...only.map((name) => flagWords('--case', name)),
    ...(items?.first === undefined ? [] : [`--items ${items.first}`]),
    ...(items?.ids ?? []).map((id) => flagWords('--item', id)),
    `--shard ${index}/${of}`,
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

function caseText({ open }: MergedRun, { name, done, right, of, isOfItems, canPass }: MergedCase): string {
  const size = `${count(done)} of ${isOfItems ? plural(of, 'item') : count(of)}`;
  if (!canPass) {
    const may = mayFail(name, open.plan);
    return `${size} · cannot pass any more: ${count(done - right)} failed${may === null ? '' : `, ${count(may)} may`}`;
  }
  const [least, most] = [right / of, (right + of - done) / of];
  const end = least === most ? percentage(least) : `${percentage(least)} to ${percentage(most)}`;
  return `${size} · ${count(right)} right · at the end ${end}`;
}
