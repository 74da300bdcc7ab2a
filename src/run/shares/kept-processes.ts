import type { Case } from '#model/case.js';
import { DigestMap } from '#model/data/digest.js';
import type { Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { Ask, StoredReply } from '#model/reply/exchange.js';
import type { CaseResult, LeftOut } from '#model/run/run.js';
import { quoted, short } from '#model/text/quoted.js';
import { shareNote } from '#store/run/command-file.js';
import { type ReadJournal, readJournal } from '#store/run/journal.js';
import { isRunId } from '#store/run/run-names.js';
import { type Meter, ReplyCounts } from '../collect/meter.js';
import type { OpenPrompt } from '../prompt/open-prompt.js';
import { askWith, type CallWorld, noPlaces } from '../replies/reply-places.js';
import type { DealtCommand } from './command.js';
import { repliesSeen } from './earlier-processes.js';
import { type ShareFolder, untouched } from './share-folders.js';
import { plannedTrials } from './share-trials.js';

/** The replies that the processes of all shards kept for one run. */
export interface KeptProcesses {
  readonly problems: readonly Problem[];
  /** The lines of journals that cannot be used. */
  readonly damages: readonly Problem[];
  /** The time of the last reply of each shard, in milliseconds. */
  readonly lastReplies: ReadonlyMap<number, number>;
  /** Returns ways to the replies of a shard, one for each process, in the order in which they began. */
  readonly asksOf: (shard: number, world: CallWorld) => readonly Ask[];
  /** Notes that later processes drew anew what this way has. */
  readonly onRedrawn: (way: Ask) => void;
  /** Returns the processes that were noted so or that others continue and whose folders are missing, of the shard with the most. */
  readonly redrawn: () => readonly string[];
  /** Sums the replies that no counted trial used. Counts those that were under way when their case stopped. */
  readonly leftOut: (cases: readonly CaseResult[], meter: Meter, prices: OpenPrompt['config']['prices']) => LeftOut;
  readonly close: () => void;
}

/** Reads the journals of a run of a command, and checks that each has replies to the trials of its shard alone (EVA_BAD_MERGE). */
export function openProcesses(
  open: OpenPrompt,
  folders: readonly ShareFolder[],
  { deal, at }: { readonly deal: DealtCommand; readonly at: number },
): KeptProcesses {
  const lastReplies = new Map<number, number>();
  const problems: Problem[] = [];
  const damages: Problem[] = [];
  let replies = 0;
  const processes = folders.map((folder) => {
    const journal = readJournal(folder.dir);
    damages.push(...journal.problems);
    problems.push(...headerFlaws(folder, journal), ...shareFlaws(folder, deal.shareOf(at, folder.shard)));
    const strangers = new Strangers(open.plan.cases, folder);
    for (const reply of journal.replies) {
      replies += 1;
      strangers.see(reply);
      const { index } = folder.shard;
      const time = Date.parse(reply.ts);
      if (time > (lastReplies.get(index) ?? 0)) lastReplies.set(index, time);
    }
    problems.push(...strangers.problems());
    return { folder, journal, opened: undefined as ReturnType<ReadJournal['open']> | undefined };
  });
  const asks = new Map<number, readonly Ask[]>();
  const asksOf = (shard: number, world: CallWorld) => {
    const known = asks.get(shard);
    if (known) return known;
    const own = processes.filter(({ folder }) => folder.shard.index === shard);
    const read = own.map((process) => {
      process.opened ??= process.journal.open();
      const { continues = [] } = shareNote(process.journal.notes) ?? {};
      return { runId: process.folder.runId, continues, get: process.opened.get };
    });
    const made = repliesSeen(read).map((get) => askWith(noPlaces, { get, put: () => {} }, world));
    asks.set(shard, made);
    for (const [place, way] of made.entries()) names.set(way, { shard, runId: read[place]?.runId ?? '' });
    return made;
  };
  const names = new Map<Ask, { readonly shard: number; readonly runId: string }>();
  const redrawn = new Map<number, Set<string>>();
  const note = (shard: number, runId: string) => redrawn.set(shard, (redrawn.get(shard) ?? new Set()).add(runId));
  const given = new Set(folders.map(({ runId }) => runId));
  for (const { folder, journal } of processes)
    for (const runId of shareNote(journal.notes)?.continues ?? [])
      if (isRunId(runId) && !given.has(runId)) note(folder.shard.index, runId);
  return {
    ...{ problems, damages, lastReplies, asksOf },
    onRedrawn: (way) => {
      const { shard, runId } = names.get(way) ?? { shard: 0, runId: '' };
      note(shard, runId);
    },
    redrawn: () => [...([...redrawn.values()].sort((one, other) => other.size - one.size)[0] ?? [])],
    leftOut: (cases, meter, prices) =>
      replies === meter.size() ? { replies: 0, cost_usd: 0 } : repliesLeft(processes, cases, { meter, prices }),
    close: () => {
      for (const { opened } of processes) opened?.close();
    },
  };
}

/** Sums the replies of processes that no counted trial used. A call that ran out of time or was rejected has no reply. */
function repliesLeft(
  processes: readonly { readonly journal: ReadJournal }[],
  cases: readonly CaseResult[],
  { meter, prices }: { readonly meter: Meter; readonly prices: OpenPrompt['config']['prices'] },
): LeftOut {
  const stopped = new Set(cases.flatMap(({ name, stopped_at }) => (stopped_at === null ? [] : [name])));
  const seen = new DigestMap();
  const left = new ReplyCounts(prices);
  for (const { journal } of processes)
    for (const stored of journal.replies) {
      const { key, reply } = stored;
      if (reply.stop === 'timed_out' || reply.stop === 'rejected') continue;
      const isFirst = !seen.has(key);
      seen.set(key, 0);
      const model = stored.model ?? null;
      if (isFirst && stopped.has(stored.case)) meter.count(stored, model);
      if (!isFirst || !meter.has(key)) left.add(stored, model);
    }
  const { cost_usd, replies } = left.totals();
  return { replies: replies.model + replies.recorded + replies.synthetic, cost_usd };
}

/** Lists why a journal cannot be the one that eva wrote into a folder. */
function headerFlaws({ dir, plan, shard }: ShareFolder, { header, gap }: ReadJournal): readonly Problem[] {
  const holder = `${short(plan.id)}: shard ${shard.index} of ${shard.of}`;
  const isOther = header !== null && header.id !== plan.id;
  return [
    ...(isOther
      ? [
          problem('EVA_BAD_MERGE:other_journal', `${holder} has the journal of ${short(header.id)}: ${short(dir)}`, {
            hint: untouched,
          }),
        ]
      : []),
    ...(gap === null
      ? []
      : [
          problem(
            'EVA_BAD_MERGE:journal_gap',
            `${holder} has lines missing or damaged before line ${gap} of its journal: ${short(dir)}`,
            { hint: untouched },
          ),
        ]),
  ];
}

/** Returns the flaw of a plan whose share differs from the share that its command gave the shard. */
function shareFlaws({ dir, plan, shard, share }: ShareFolder, dealt: ReturnType<DealtCommand['shareOf']>) {
  if (JSON.stringify(dealt?.share) === JSON.stringify(orderedShare(share))) return [];
  return [
    problem(
      'EVA_BAD_MERGE:share',
      `${short(plan.id)}: the plan of shard ${shard.index} of ${shard.of} says another share than its command: ${short(dir)}`,
      { hint: untouched },
    ),
  ];
}

function orderedShare({ command, whole, split }: ShareFolder['share']): ShareFolder['share'] {
  return { command, whole, split: split.map(({ case: name, full, left }) => ({ case: name, full, left })) };
}

/**
 * Finds replies that belong to no trial of a shard. A reply from cache or recordings names the case that it was saved for, but answers the same
 * call of every case: it belongs to the shard if any case has its trial there. The draws of a data set's replies do not say which items they
 * answer, so any of them may belong to the shard.
 */
class Strangers {
  readonly #folder: ShareFolder;
  readonly #hasDraw: ReadonlyMap<string, (draw: number) => boolean>;
  #first: StoredReply | undefined;
  #count = 0;

  constructor(cases: readonly Case[], folder: ShareFolder) {
    this.#folder = folder;
    const own = plannedTrials({ cases, manner: folder.plan.manner });
    const { whole, split } = folder.share;
    const asked = new Set([...whole, ...split.map((part) => part.case)]);
    this.#hasDraw = new Map(
      cases.map(({ name, dataset }, at) => [
        name,
        (draw) => asked.has(name) && (dataset !== undefined || own[at]?.has(draw) === true),
      ]),
    );
  }

  see(reply: StoredReply): void {
    if (this.#isOwn(reply)) return;
    this.#first ??= reply;
    this.#count += 1;
  }

  problems(): readonly Problem[] {
    if (!this.#first) return [];
    const { role, draw, case: name } = this.#first;
    const more = this.#count === 1 ? '' : ` (and ${this.#count - 1} more)`;
    const { dir, plan, shard } = this.#folder;
    return [
      problem(
        'EVA_BAD_MERGE:foreign_reply',
        `${short(plan.id)}: shard ${shard.index} of ${shard.of} holds a reply of the ${role} for trial ${draw.trial + 1} of ${quoted(name)}${more}, which is not of its share: ${short(dir)}`,
        { hint: untouched },
      ),
    ];
  }

  #isOwn({ role, source, case: name, draw }: StoredReply): boolean {
    if (role === 'rubric') return false;
    if (source === 'model') return this.#hasDraw.get(name)?.(draw.trial) === true;
    return [...this.#hasDraw.values()].some((hasDraw) => hasDraw(draw.trial));
  }
}
