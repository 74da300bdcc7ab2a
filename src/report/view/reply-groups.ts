import { groupBy } from '#model/data/collections.js';
import { sha256 } from '#model/data/digest.js';
import type { FindingView, Group, Miss, Reply, Text } from './view.js';

interface OpenGroup {
  readonly trials: number[];
  readonly styles: Set<string>;
  readonly example: Reply;
}

/** Groups the replies of a case that have equal texts and outcomes, and counts what they miss. Keeps one reply of each group. */
export class GroupedReplies {
  readonly #groups = new Map<string, OpenGroup>();
  readonly #missed: Missed[] = [];
  readonly #keeps: (reply: Reply, groups: number) => boolean;

  /** `keeps` returns true if a reply with a new text gets a group, given the number of groups so far. Misses of all replies are counted. */
  constructor(keeps: (reply: Reply, groups: number) => boolean = () => true) {
    this.#keeps = keeps;
  }

  add(reply: Reply): void {
    for (const finding of missed(reply)) this.#missed.push({ finding, trial: reply.trial });
    const digest = digestOf(reply);
    if (!this.#groups.has(digest) && !this.#keeps(reply, this.#groups.size)) return;
    const group = this.#groups.get(digest) ?? { trials: [], styles: new Set(), example: reply };
    if (group.example === reply) this.#groups.set(digest, group);
    group.trials.push(reply.trial);
    group.styles.add(JSON.stringify(reply.conversation?.style ?? null));
  }

  /** Returns the groups, sorted by misses, then by frequency, then one group of each kind of miss first. */
  groups(): readonly Group[] {
    const groups = [...this.#groups].map(
      ([digest, { trials, styles, example }]): Group => ({
        digest,
        times: trials.length,
        trials,
        ...(styles.size > 1 && { styles_differ: true }),
        example,
      }),
    );
    groups.sort((a, b) => rank(a) - rank(b) || b.times - a.times);
    return newKindsFirst(groups);
  }

  /** Returns the misses of all replies, the most frequent first. `aboutOf` describes a part whose descriptions differ from item to item. */
  misses(aboutOf: AboutOf = ({ about }) => about): readonly Miss[] {
    const groups = [...groupBy(this.#missed, ({ finding }) => keyOf(finding)).values()];
    const misses = groups.map((own) => missOf(own, aboutOf));
    return misses.sort((a, b) => b.times - a.times);
  }
}

type AboutOf = (finding: FindingView) => Text;

interface Missed {
  readonly finding: FindingView;
  readonly trial: number;
}

function rank({ example }: Group): number {
  return ['failed', 'ungraded', 'passed', 'missing'].indexOf(example.outcome);
}

function digestOf({ outcome, turns, findings, unusable, item }: Reply): string {
  const texts = turns.map(({ message, response, calls, steps, failed_attempts }) => [
    turns.length > 1 ? message.raw : '',
    response.raw,
    ...(calls || steps
      ? [
          calls?.map(({ number: _number, ...call }) => call) ?? [],
          steps?.map(({ duration_s: _duration_s, ...step }) => step) ?? [],
        ]
      : []),
    ...(failed_attempts === undefined ? [] : [failed_attempts]),
  ]);
  const content = turns.length > 0 ? texts : findings.map(({ about, mark, reason }) => [about.raw, mark, reason.raw]);
  return sha256(JSON.stringify([outcome, unusable?.raw ?? null, content, ...(item ? [item.id.raw] : [])]));
}

/** Sorts groups with the same count: those with a new kind of miss come before others. */
function newKindsFirst(groups: readonly Group[]): readonly Group[] {
  const seen = new Set<string>();
  const isNew = new Map(
    groups.map((group) => {
      const kinds = missed(group.example).map(keyOf);
      const found = kinds.some((kind) => !seen.has(kind));
      for (const kind of kinds) seen.add(kind);
      return [group, found] as const;
    }),
  );
  const order = (group: Group) => (isNew.get(group) ? 0 : 1);
  return [...groups].sort((a, b) => rank(a) - rank(b) || b.times - a.times || order(a) - order(b));
}

export function missed({ findings }: Reply): readonly FindingView[] {
  return findings.filter(({ mark }) => mark !== 'passed');
}

/** Returns a key for a part of an expectation and for how it was missed: failed or ungraded. */
function keyOf({ kind, expectation, check, rubric, mark, reason }: FindingView): string {
  return JSON.stringify([kind, expectation, check, rubric, mark, kind === 'answer' ? reason.raw : null]);
}

function missOf(own: readonly Missed[], aboutOf: AboutOf): Miss {
  const findings = own.map(({ finding }) => finding);
  const [first] = findings;
  if (!first) throw new Error('a group of nothing');
  const { kind, expectation, check, rubric, mark, reason, scale = null } = first;
  const isSame = findings.every(({ about }) => about.raw === first.about.raw);
  const about = isSame ? first.about : aboutOf(first);
  const scores = findings.flatMap(({ score }) => score ?? []);
  return {
    ...{ kind, expectation, ...(check !== undefined && { check }), ...(rubric !== undefined && { rubric }), about },
    mark: mark === 'ungraded' ? mark : 'failed',
    times: new Set(own.map(({ trial }) => trial)).size,
    reason: findings.every((each) => each.reason.raw === reason.raw) ? reason : null,
    scores: scores.length > 0 ? [Math.min(...scores), Math.max(...scores)] : null,
    scale,
  };
}
