import { pairMeasure } from '#decide/pairs/pair-units.js';
import type { Case } from '#model/case.js';
import type { Comparison } from '#model/pairs/comparison.js';
import type { Body } from '#model/prompt.js';
import type { RunPlan } from '#model/run/run.js';
import type { Score, Trial } from '#model/run/trial.js';
import { trialsInOrder } from '#store/run/trial-log.js';
import type { CompareReport } from '../formats/report.js';
import { type ItemsWord, type ReplyPair, replyPair } from '../view/changed-pairs.js';
import { compareViewOf, promptChanges } from '../view/compare-view.js';
import type { Next } from '../view/view.js';

interface ComparisonToReport {
  readonly comparison: Comparison;
  /** The pairs with their texts; null without any. */
  readonly source: PairSource | null;
  /** The file with its row; null without a row. */
  readonly rowPath: string | null;
  /** Commands that show more, or get the missing replies. */
  readonly next?: readonly Next[];
}

/** Returns a comparison for reporters. Reads its pairs only when they are asked for, one at a time. */
export async function compareReport({
  comparison,
  source,
  rowPath,
  next = [],
}: ComparisonToReport): Promise<Omit<CompareReport, 'told'>> {
  const prompt = source && (await promptChanges(source.bodies.a, source.bodies.b));
  return {
    kind: 'compare',
    comparison,
    view: compareViewOf(comparison, { prompt, rowPath, next }),
    changed: async function* () {
      if (!source) return;
      for (const word of ['worse', 'better'] as const) yield* choosePairs(source, word).read();
    },
  };
}

interface Graded {
  readonly trial: Trial;
  readonly scores: readonly Score[];
}

interface GradedPair {
  readonly a: Graded;
  readonly b: Graded;
}

export interface PairSource {
  readonly cases: readonly { readonly testCase: Case; readonly read: () => Iterable<GradedPair> }[];
  readonly bodies: { readonly a: Body; readonly b: Body };
}

export interface SideFolder {
  readonly dir: string;
  readonly plan: RunPlan;
}

/**
 * Returns the pairs that a comparison used: the trials of both runs with the same number. Pairs that were under way when a case was settled are
 * not among them.
 */
export function pairsOfRuns(a: SideFolder, b: SideFolder, { cases }: Pick<Comparison, 'cases'>): PairSource {
  const used = new Map(cases.map((pairs) => [pairs.case, pairs.trials]));
  const own = b.plan.cases.map((testCase) => {
    const { name } = testCase;
    return { testCase, read: () => pairsIn(name, used.get(name) ?? 0, { a: a.dir, b: b.dir }) };
  });
  return { cases: own, bodies: { a: a.plan.body, b: b.plan.body } };
}

function* pairsIn(name: string, used: number, dirs: { readonly a: string; readonly b: string }): Generator<GradedPair> {
  const wanted = new Map([[name, new Set(Array.from({ length: used }, (_, index) => index))]]);
  const others = trialsInOrder(dirs.b, wanted);
  try {
    let other = others.next();
    for (const a of trialsInOrder(dirs.a, wanted)) {
      while (!other.done && other.value.trial.index < a.trial.index) other = others.next();
      if (other.done) return;
      if (other.value.trial.index === a.trial.index) yield { a, b: other.value };
    }
  } finally {
    others.return(undefined);
  }
}

/** The pairs that a word chooses, and how many there are. `read` reads their texts one pair after another. */
interface ChosenPairs {
  readonly total: number;
  readonly read: () => AsyncGenerator<ReplyPair>;
}

/** Chooses the pairs whose answer is worse or better with B than with A. Reads every pair once to count them. */
export function choosePairs({ cases, bodies }: PairSource, word: ItemsWord): ChosenPairs {
  const chosen = cases.map(({ testCase, read }) => {
    const changeOf = changesOf(testCase);
    const places = new Map<number, ReplyPair['change']>();
    for (const pair of read()) {
      const change = changeOf(pair);
      if (change !== null && (word === 'changed' || word === change)) places.set(pair.b.trial.index, change);
    }
    return { testCase, read, places };
  });
  return {
    total: chosen.reduce((sum, { places }) => sum + places.size, 0),
    read: async function* () {
      for (const { testCase, read, places } of chosen) {
        if (places.size === 0) continue;
        for (const { a, b } of read()) {
          const change = places.get(b.trial.index);
          if (change === undefined) continue;
          yield await replyPair(testCase, { a: { ...a, body: bodies.a }, b: { ...b, body: bodies.b } }, change);
        }
      }
    },
  };
}

/** Returns a function that compares the values of both sides. A trial without a value counts as the worst one; one without a reply is not compared. */
function changesOf(testCase: Case): (pair: GradedPair) => ReplyPair['change'] | null {
  const measure = pairMeasure(testCase);
  return ({ a, b }) => {
    if (a.trial.outcome === 'missing' || b.trial.outcome === 'missing') return null;
    const difference = measure.valueOf(b.scores).low - measure.valueOf(a.scores).low;
    return difference === 0 ? null : difference < 0 ? 'worse' : 'better';
  };
}
