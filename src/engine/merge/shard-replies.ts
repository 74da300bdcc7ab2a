import { isDeepStrictEqual } from 'node:util';
import { EvaError, problem } from '#errors/index.js';
import type { FlawedReplies } from '#errors/sentences/engine.js';
import { canonicalJson, sha256 } from '#model/data/digest.js';
import type { Problem } from '#model/problem.js';
import type { StoredReply } from '#model/reply/exchange.js';
import type { Notify } from '#model/run/notice.js';
import { type ShardFolder, type ShardSet, trialsInShard } from '#run/shards/shard.js';
import type { Journal } from '#store/run/journal/journal.js';
import type { JournalHeader } from '#store/run/journal/journal-scan.js';
import { readJournal } from '#store/run/journal/read-journal.js';

/** A reply of an earlier shard, by its digest. */
interface Held {
  readonly dir: string;
  readonly case: string;
  readonly digest: string;
}

/**
 * Checks the journals of all shards. Each must belong to its folder, contain only replies to trials of its shard, and not
 * contradict an earlier shard's reply to the same call. Throws EVA_BAD_MERGE with a problem for each shard and kind of flaw.
 */
export function requireOwnReplies(set: ShardSet): void {
  const held = new Map<string, Held>();
  const problems = set.folders.flatMap((folder) => flawsOf(folder, set, held));
  if (problems.length > 0) throw new EvaError(problems);
}

function flawsOf(folder: ShardFolder, set: ShardSet, held: Map<string, Held>): readonly Problem[] {
  const { header, replies } = readJournal(folder.dir);
  const shard = { id: set.id, shard: folder.shard.index, of: set.of, dir: folder.dir };
  if (header && !isOwn(header, folder, set)) {
    const journal = { run_id: header.run_id, id: header.id };
    return [problem('EVA_BAD_MERGE:other_journal', { ...shard, journal })];
  }
  const isOfShard = ownTrials(folder);
  const strangers: StoredReply[] = [];
  const doubled: StoredReply[] = [];
  for (const reply of replies) {
    if (!isOfShard(reply)) strangers.push(reply);
    else if (contradicts(reply, folder, held)) doubled.push(reply);
  }
  return [
    ...oneProblem(strangers, (replies) => problem('EVA_BAD_MERGE:foreign_reply', { ...shard, ...replies })),
    ...oneProblem(doubled, (replies, { key }) => {
      const other_dir = held.get(key)?.dir ?? null;
      return problem('EVA_BAD_MERGE:other_reply', { ...shard, ...replies, other_dir });
    }),
  ];
}

function isOwn({ run_id, id }: JournalHeader, { runId }: ShardFolder, set: ShardSet): boolean {
  return run_id === runId && id === set.id;
}

/**
 * Returns a filter for the replies that belong to a shard. A reply from cache or recordings names the case that it was saved for,
 * but answers the same call of every case; it belongs to the shard if any case has its trial there.
 */
function ownTrials({ plan: { cases }, shard }: ShardFolder): (reply: StoredReply) => boolean {
  const trials = trialsInShard(cases, shard);
  const byCase = new Map(cases.map(({ name }, at) => [name, trials[at]]));
  return ({ role, source, case: name, draw }) => {
    if (role === 'rubric') return false;
    if (source === 'model') return byCase.get(name)?.has(draw.trial) === true;
    return trials.some((own) => own.has(draw.trial));
  };
}

/** Adds a reply. Returns true if an earlier shard has a different reply to the same call of the same case. */
function contradicts(reply: StoredReply, { dir }: ShardFolder, held: Map<string, Held>): boolean {
  const digest = sha256(canonicalJson(reply));
  const before = held.get(reply.key);
  if (!before) held.set(reply.key, { dir, case: reply.case, digest });
  return before !== undefined && before.case === reply.case && before.digest !== digest;
}

/** Makes one problem for all replies with the same flaw. Its parameters describe the first reply and count the others. */
function oneProblem(
  [first, ...others]: readonly StoredReply[],
  make: (replies: FlawedReplies, first: StoredReply) => Problem,
): readonly Problem[] {
  if (!first) return [];
  const { role, draw } = first;
  return [make({ role, trial: { case: first.case, number: draw.trial + 1 }, more: others.length }, first)];
}

/**
 * Writes every reply of the shards to one journal. If several shards have a reply to the same call, all cases use the first, as
 * in a run without shards.
 */
export function copyReplies({ folders }: ShardSet, journal: Journal, notify: Notify): void {
  let others = 0;
  for (const { dir } of folders) {
    const { replies, problems } = readJournal(dir);
    for (const problem of problems) notify({ event: 'journal_damaged', problem, isShard: true });
    for (const reply of replies) {
      const first = journal.get(reply.key);
      if (!first) journal.put(reply);
      else if (!isDeepStrictEqual(first.reply, reply.reply)) others += 1;
    }
  }
  if (others > 0) notify({ event: 'shard_answers_differ', questions: others });
}
