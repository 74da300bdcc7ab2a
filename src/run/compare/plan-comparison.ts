import { randomBytes } from 'node:crypto';
import { readCaseFiles } from '#library/cases/case-files.js';
import { usualRef } from '#library/git/repository.js';
import { readCompareRule } from '#library/prompt/compare-setting.js';
import { checkPromptId } from '#library/prompts.js';
import { lazy, uniqueBy } from '#model/data/collections.js';
import type { CompareRule, SideName, TypedComparison } from '#model/pairs/compare-rule.js';
import { defaultMargin, type PairQuestion } from '#model/pairs/comparison.js';
import type { Problem } from '#model/problem.js';
import { evaError } from '#model/problem.js';
import { isSameEvidence } from '#model/run/run.js';
import { flagWords, promptWord, quoted } from '#model/text/quoted.js';
import { checkLogs } from '#store/logs/eval-log.js';
import { newRunId } from '#store/run/run-names.js';
import { compareLevel, nextCompareAttempt } from '../attempts/attempts.js';
import { type KeptEvidence, readEvidence } from '../attempts/kept-evidence.js';
import { callsOf } from '../plan/calls.js';
import type { RunChoice } from '../plan/plan-run.js';
import { type OpenPrompt, openVariants } from '../prompt/open-prompt.js';
import { type LibraryFiles, readLibrary } from '../prompt/read-prompt.js';
import { mayBeKept, requirePrograms } from '../prompt/require-trusted.js';
import { attemptNumber } from '../session/attempt-notes.js';
import { newRunPlace } from '../session/run-deps.js';
import { choiceOf, type RunOptions, runSettingsOf } from '../session/run-options.js';
import { type ComparedWords, type NamedSide, readWords, refOrRun } from './compare-words.js';
import { openKeptRun } from './kept-run.js';
import { type OpenSide, openSide, type SidesPlace, wasEverReady, withRef } from './open-sides.js';
import { type BothSides, openNewSide, openOldSide, variantOfOldSide } from './open-versions.js';
import {
  type AskedComparison,
  type CompareOptions,
  type PlannedComparison,
  type PlannedSide,
  requirePairs,
} from './planned-comparison.js';
import { planStoredPairs } from './stored-pairs.js';

const alpha = 0.05;

/**
 * Plans a comparison from the words of the command line. The result must be closed, whatever happens; if this function throws, nothing is left
 * open. Throws `EvaError` with every problem before a model is asked.
 */
export async function planComparison(
  id: string,
  options: CompareOptions,
  signal: AbortSignal,
): Promise<PlannedComparison> {
  const { root, env } = options;
  const tree = readLibrary(root);
  checkPromptId(root, id, tree.ids());
  const { value: files } = readCaseFiles(tree.root, { id, casesOf: undefined, ids: tree.ids });
  const rule = files && readCompareRule(id, files, () => undefined); // the prompt itself reports its problems
  const words = await wordsOf(id, options, { tree, rule, signal });
  const applied = words.way === 'sides' && words.against === rule?.against ? rule : null;
  const question = { margin: options.margin ?? applied?.not_worse_by ?? defaultMargin, alpha };
  if (words.way === 'runs') return planStoredPairs(id, words, { ...options, question });
  const closing = new Closing();
  options.onOpen?.(() => closing.close());
  try {
    return await planSides({ id, options, question, rule: applied, words }, { id, root, env, signal, tree }, closing);
  } catch (error) {
    closing.close();
    throw error;
  }
}

/** Functions that close files and remove folders, each called once. */
class Closing {
  #open: (() => void)[] = [];

  add(close: () => void): void {
    this.#open.push(close);
  }

  close(): void {
    const open = this.#open;
    this.#open = [];
    for (const close of open) close();
  }
}

/** Returns the versions that are named; without words those of two models, of `compare:`, or the version that became ready last. */
async function wordsOf(
  id: string,
  { root, env, words, models = [] }: CompareOptions,
  {
    tree,
    rule,
    signal,
  }: { readonly tree: LibraryFiles; readonly rule: CompareRule | null; readonly signal: AbortSignal },
): Promise<ComparedWords> {
  const known = { root, id, ids: tree.ids() };
  const count = new Set(models).size;
  if (models.length > 2)
    throw evaError('EVA_USAGE:compare_many_models', `eva compare takes at most two models, and got ${models.length}`, {
      hint: `eva compare ${promptWord(id)} --model OLD --model NEW`,
    });
  if (models.length === 2 && count === 2) {
    if (words.length > 0)
      throw evaError(
        'EVA_USAGE:compare_models',
        'two models are compared on the working tree, so that no version can be named beside them',
        { hint: ['eva compare', promptWord(id), ...models.map((name) => flagWords('--model', name))].join(' ') },
      );
    const side: NamedSide = { kind: 'tree' };
    return { way: 'sides', against: models[0] ?? '', a: side, b: side };
  }
  if (words.length > 0) return readWords(words, known);
  if (rule) return readWords([rule.against], known);
  if (wasEverReady(root, id)) return readWords(['ready'], known);
  throw evaError(
    'EVA_USAGE:compare_with_what',
    `say what to compare ${quoted(id)} with: no version was ready yet, and its eval.yml has no compare:`,
    { hint: withRef(id, await usualRef({ root, env, signal })) },
  );
}

interface Wanted {
  readonly id: string;
  readonly options: CompareOptions;
  readonly question: PairQuestion;
  /** `compare:` if it asks for this comparison. */
  readonly rule: CompareRule | null;
  readonly words: Extract<ComparedWords, { way: 'sides' }>;
}

async function planSides(wanted: Wanted, place: SidesPlace, closing: Closing): Promise<AskedComparison> {
  const { id, options, rule, words } = wanted;
  const opened = async (side: NamedSide) => {
    try {
      const open = await openSide(side, place);
      closing.add(open.remove);
      return open;
    } catch (error) {
      throw refOrRun(error, options.words, { root: place.root, id });
    }
  };
  const b = await opened(words.b);
  const a = await opened(words.a);
  const { both, read } = bothSides(wanted, { a, b }, place);
  const first = read();
  const same = isSameEvidence(first.a.plan.evidence, first.b.plan.evidence);
  const only = options.cases?.length ? options.cases : (rule?.cases ?? null);
  const evidence = lazy(() => readEvidence(place.root));
  const question = same ? wanted.question : correctedQuestion(wanted.question, first.b, evidence);
  if (!same) requirePairs(first.b.plan.cases, options.has_begun ? wanted.question : question, only);
  const comparison = newRunId(new Date(), randomBytes(3).toString('hex'));
  const runOptions = optionsOfRuns(options);
  const planned = (side: 'a' | 'b'): PlannedSide => {
    const name = namedSide(side, both, options);
    const kept = same ? null : openKeptRun(first[side], evidence());
    if (kept) closing.add(kept.close);
    const facts = {
      ...name,
      ...question,
      comparison,
      side,
      against: words.against,
      from_run: kept?.kept.run_id ?? null,
      typed: typedLine(id, options, words.against),
    };
    const withFacts = (open: OpenPrompt): OpenPrompt => ({ ...open, plan: { ...open.plan, compare: facts } });
    const checked = (open: OpenPrompt) =>
      same ? open : requirePrograms(open, runOptions, mayBeKept(open, { cache: false }));
    const reopen = () => withFacts(checked(read()[side]));
    const run = { open: withFacts(checked(first[side])), options: runOptions, reopen, placeOf: newRunPlace };
    return { name, run, kept: kept?.kept ?? null };
  };
  const sides = { a: planned('a'), b: planned('b') };
  return {
    way: 'asked',
    id,
    question,
    against: words.against,
    comparison,
    same,
    only,
    partial: (options.cases?.length ?? 0) > 0 || options.items !== undefined,
    seeksBetter: rule?.better === true,
    isOfFiles: words.b.kind === 'tree' && first.b.plan.variant?.override !== true,
    ...sides,
    warnings: warningsOf([sides.a, sides.b]),
    close: () => closing.close(),
  };
}

/** Returns the question with the level of a comparison that begins now, if the rules of B's prompt correct levels for the number of attempts. */
function correctedQuestion(
  question: PairQuestion,
  { prompt, plan }: Pick<OpenPrompt, 'prompt' | 'plan'>,
  evidence: () => KeptEvidence,
): PairQuestion {
  if (prompt.promotion.tries !== 'corrected') return question;
  const attempt = nextCompareAttempt(plan.evidence, evidence().attempts.rows);
  return { ...question, alpha: compareLevel(attempt), try: attempt };
}

/** Reads both sides, and returns a function that reads them again once their rubrics are written. */
function bothSides(
  wanted: Wanted,
  { a, b }: Readonly<Record<'a' | 'b', OpenSide>>,
  place: SidesPlace,
): { readonly both: BothSides; readonly read: () => Readonly<Record<'a' | 'b', OpenPrompt>> } {
  const { id, options, rule } = wanted;
  const { models = [] } = options;
  const [old, model = old] = models;
  const open = () => {
    const choice = choiceOfSide(options); // the logs have grown since the last time
    const opened = openNewSide(b, choice, model === undefined ? [] : [model], place);
    const isPair = new Set(models).size === 2 && old !== undefined;
    const variant = isPair ? variantOfModel(old, choice, { id, place }) : variantOfOldSide(a, opened);
    return { a, b, opened, variant };
  };
  const reading = (both: BothSides) => {
    const newSide = both.opened;
    const oldSide = openOldSide(both, { ...choiceOfSide(options), numberOf: () => ({}) }, place);
    const names = namesOfCompared(id, newSide, rule?.cases ?? null);
    return { a: narrowed(oldSide, names), b: narrowed(newSide, names) };
  };
  const both = open();
  let isFirst = true;
  const read = () => {
    const sides = isFirst ? both : open();
    isFirst = false;
    return reading(sides);
  };
  return { both, read };
}

/** Returns the words and flags that choose what is compared. `against`: the version that is compared with if no word names one. */
function typedLine(id: string, options: CompareOptions, against: string): TypedComparison {
  const { words, models = [], cases = [], margin } = options;
  const isNamed = words.length > 0 || new Set(models).size === 2;
  return { id, words: isNamed ? words : [against], models, cases, has_margin: margin !== undefined };
}

/** Returns the name of the variant or model with which the old side of two models is read. */
function variantOfModel(
  model: string,
  choice: RunChoice,
  { id, place }: { readonly id: string; readonly place: SidesPlace },
): string | undefined {
  const [opened] = openVariants(place.tree, id, choice, [model]);
  return opened?.choice.variant?.variant ?? opened?.variant ?? undefined;
}

function choiceOfSide(options: CompareOptions): RunChoice {
  const numberOf = attemptNumber(options.root);
  return choiceOf(optionsOfRuns(options), (run) => {
    checkLogs(options.root);
    return numberOf(run);
  });
}

/** Returns the options of both runs. They never use the cache, which has no failures. The claims of the cases are not decided. */
function optionsOfRuns({ root, env, user, cases, items, budget, replay, trust }: CompareOptions): RunOptions {
  const manner = runSettingsOf({ budget, replay, allowUnderpowered: true });
  return { root, env, user, only: cases ?? [], items, trust, cache: false, manner };
}

/** Returns the names of the cases that are compared: those of `compare:`, else all that are judged. Throws EVA_NOT_COMPARABLE. */
function namesOfCompared(id: string, { plan }: OpenPrompt, cases: readonly string[] | null): ReadonlySet<string> {
  const judged = plan.cases.filter(({ look }) => !look).map(({ name }) => name);
  if (judged.length === 0)
    throw evaError(
      'EVA_NOT_COMPARABLE:looks',
      `all cases of ${quoted(id)} have "look: true", so that nothing is right or wrong`,
      { hint: 'give a case checks, a rubric or criteria' },
    );
  const chosen = plan.partial || cases === null ? judged : judged.filter((name) => cases.includes(name));
  return new Set(chosen.length > 0 ? chosen : judged);
}

/** Returns a prompt whose plan has only these cases. */
function narrowed(open: OpenPrompt, names: ReadonlySet<string>): OpenPrompt {
  const { plan } = open;
  const cases = plan.cases.filter(({ name }) => names.has(name));
  if (cases.length === plan.cases.length) return open;
  const calls = callsOf({ body: plan.body, cases }).reduce((sum, { times }) => sum + times, 0);
  const outlooks = plan.outlooks.filter((outlook) => names.has(outlook.case));
  return { ...open, plan: { ...plan, cases, calls, outlooks, partial: true } };
}

function namedSide(side: 'a' | 'b', both: BothSides, { models = [] }: CompareOptions): SideName {
  const { name } = both[side];
  if (new Set(models).size === 2) {
    const model = models[side === 'a' ? 0 : 1] ?? '';
    return { ...name, label: model, kind: 'model', model };
  }
  const model = side === 'a' ? both.variant : both.opened.choice.variant?.variant;
  return model === undefined ? name : { ...name, model };
}

/** Returns the warnings of both sides. The claims of the cases are not decided, so that their numbers of trials do not matter. */
function warningsOf(sides: readonly PlannedSide[]): readonly Problem[] {
  const all = sides.flatMap(({ run }) => run.open.problems).filter(({ code }) => code !== 'EVA_UNDERPOWERED');
  return uniqueBy(all, (warning) => JSON.stringify(warning));
}
