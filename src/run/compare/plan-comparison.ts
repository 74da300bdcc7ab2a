import { randomBytes } from 'node:crypto';
import { readCaseFiles } from '#library/cases/case-files.js';
import { usualRef } from '#library/git/repository.js';
import { readCompareRule } from '#library/prompt/compare-setting.js';
import { checkPromptId } from '#library/prompts.js';
import { lazy, uniqueBy } from '#model/data/collections.js';
import type { CompareRule, SideName } from '#model/pairs/compare-rule.js';
import { compareLine, defaultMargin, firstLevel, type PairQuestion } from '#model/pairs/comparison.js';
import type { Problem } from '#model/problem.js';
import { evaError } from '#model/problem.js';
import type { ComparedRunNames } from '#model/run/attempt.js';
import { isSameEvidence } from '#model/run/run.js';
import { promptWord, quoted } from '#model/text/quoted.js';
import { checkLogs } from '#store/logs/eval-log.js';
import { newRunId } from '#store/run/run-names.js';
import { compareLevel, nextCompareAttempt } from '../attempts/attempts.js';
import { type KeptEvidence, readEvidence } from '../attempts/kept-evidence.js';
import { callsOf } from '../plan/calls.js';
import { type OpenPrompt, openVariants } from '../prompt/open-prompt.js';
import { type LibraryFiles, readLibrary } from '../prompt/read-prompt.js';
import { mayBeKept, requirePrograms } from '../prompt/require-trusted.js';
import { attemptNumber } from '../session/attempt-notes.js';
import { newRunPlace } from '../session/run-deps.js';
import { choiceOf, type RunOptions, runSettingsOf } from '../session/run-options.js';
import { type ComparedWords, type NamedSide, readWords } from './compare-words.js';
import { openKeptRun } from './kept-run.js';
import { type OpenSide, openSide, type SidesPlace, wasEverReady, withRef } from './open-sides.js';
import { openNewSide, openOldSide, variantOfOldSide } from './open-versions.js';
import type { Both } from './pair-case.js';
import {
  type AskedComparison,
  type CompareOptions,
  closingAll,
  keptPair,
  type PlannedComparison,
  type PlannedSide,
  requirePairs,
} from './planned-comparison.js';
import { planStoredPairs } from './stored-pairs.js';

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
  const question = { margin: options.margin ?? applied?.not_worse_by ?? defaultMargin, alpha: firstLevel };
  if (words.way === 'runs') return planStoredPairs(id, words, { ...options, question });
  const closing = closingAll();
  options.onOpen?.(closing.close);
  try {
    return await planSides({ id, options, question, rule: applied, words }, { id, root, env, signal, tree }, closing);
  } catch (error) {
    closing.close();
    throw error;
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
  if (models.length > 2)
    throw evaError('EVA_USAGE:compare_many_models', `eva compare takes at most two models, and got ${models.length}`, {
      hint: `eva compare ${promptWord(id)} --model OLD --model NEW`,
    });
  const two = twoModels(models);
  if (two && words.length > 0)
    throw evaError(
      'EVA_USAGE:compare_models',
      'two models are compared on the working tree, so that no version can be named beside them',
      { hint: compareLine({ id, words: [], models }) },
    );
  if (two) return { way: 'sides', against: two[0], a: { kind: 'tree' }, b: { kind: 'tree' } };
  if (words.length > 0) return readWords(words, known);
  if (rule) return readWords([rule.against], known);
  if (wasEverReady(root, id)) return readWords(['ready'], known);
  throw evaError(
    'EVA_USAGE:compare_with_what',
    `say what to compare ${quoted(id)} with: no version was ready yet, and its eval.yml has no compare:`,
    { hint: withRef(id, await usualRef({ root, env, signal })) },
  );
}

/** Returns the two models that are compared; null for a single model, which both sides use. */
function twoModels([a, b]: readonly string[] = []): readonly [a: string, b: string] | null {
  return a !== undefined && b !== undefined && a !== b ? [a, b] : null;
}

interface Wanted {
  readonly id: string;
  readonly options: CompareOptions;
  readonly question: PairQuestion;
  /** `compare:` if it asks for this comparison. */
  readonly rule: CompareRule | null;
  readonly words: Extract<ComparedWords, { way: 'sides' }>;
}

async function planSides(
  wanted: Wanted,
  place: SidesPlace,
  closing: ReturnType<typeof closingAll>,
): Promise<AskedComparison> {
  const { id, options, rule, words } = wanted;
  const opened = async (side: NamedSide) => {
    const open = await openSide(side, place);
    closing.add(open.remove);
    return open;
  };
  const b = await opened(words.b);
  const files = { a: await opened(words.a), b };
  const read = () => readSides(wanted, files, place);
  const first = read();
  const same = isSameEvidence(first.a.plan.evidence, first.b.plan.evidence);
  const only = options.cases?.length ? options.cases : (rule?.cases ?? null);
  const evidence = lazy(() => readEvidence(place.root));
  const keptOf = (side: 'a' | 'b') => {
    const kept = same ? null : openKeptRun(first[side], evidence());
    if (kept) closing.add(kept.close);
    return kept;
  };
  const kept = { a: keptOf('a'), b: keptOf('b') };
  const pair = keptPair(kept.a, kept.b);
  const question = same ? wanted.question : correctedQuestion(wanted.question, first.b, { evidence, pair });
  if (!same) requirePairs(first.b.plan.cases, options.has_begun ? wanted.question : question, only);
  const comparison = newRunId(new Date(), randomBytes(3).toString('hex'));
  const isNamed = options.words.length > 0 || twoModels(options.models) !== null;
  const command = compareLine({ ...options, id, words: isNamed ? options.words : [words.against] });
  const runOptions = optionsOfRuns(options);
  const planned = (side: 'a' | 'b'): PlannedSide => {
    const name = namedSide(files[side].name, twoModels(options.models)?.[side === 'a' ? 0 : 1], first.variants[side]);
    const facts = { ...name, ...question, comparison, side, against: words.against, command };
    const compare = { ...facts, from_run: kept[side]?.run_id ?? null };
    const checked = (open: OpenPrompt): OpenPrompt => {
      const trusted = same ? open : requirePrograms(open, runOptions, mayBeKept(open, { cache: false }));
      return { ...trusted, plan: { ...trusted.plan, compare } };
    };
    const reopen = () => checked(read()[side]);
    return {
      name,
      run: { open: checked(first[side]), options: runOptions, reopen, placeOf: newRunPlace },
      kept: kept[side],
    };
  };
  const sides = { a: planned('a'), b: planned('b') };
  return {
    way: 'asked',
    ...{ id, command, question, against: words.against, comparison, same, only },
    partial: (options.cases?.length ?? 0) > 0,
    seeksBetter: rule?.better === true,
    isOfFiles: words.b.kind === 'tree' && first.b.plan.variant?.override !== true,
    ...sides,
    warnings: warningsOf([sides.a, sides.b]),
    close: closing.close,
  };
}

/** Returns the question with the level of a comparison that begins now, if the rules of B's prompt correct levels for the number of attempts. */
function correctedQuestion(
  question: PairQuestion,
  { prompt, plan }: Pick<OpenPrompt, 'prompt' | 'plan'>,
  { evidence, pair }: { readonly evidence: () => KeptEvidence; readonly pair: ComparedRunNames | null },
): PairQuestion {
  if (prompt.promotion.tries !== 'corrected') return question;
  const attempt = nextCompareAttempt(plan.evidence, evidence().attempts.rows, pair);
  return { ...question, alpha: compareLevel(attempt), try: attempt };
}

/** Reads both sides with the cases that are compared, and names their variants. The logs may have grown since the last time. */
function readSides({ id, options, rule }: Wanted, files: Both<OpenSide>, place: SidesPlace) {
  const { root, models = [] } = options;
  const numberOf = attemptNumber(root);
  const choice = choiceOf(optionsOfRuns(options), (run) => {
    checkLogs(root);
    return numberOf(run);
  });
  const opened = openNewSide(files.b, choice, models.slice(-1), place);
  const two = twoModels(models);
  const [old] = two ? openVariants(place.tree, id, choice, [two[0]]) : [];
  const variant = old ? (old.choice.variant?.variant ?? old.variant ?? undefined) : variantOfOldSide(files.a, opened);
  const oldSide = openOldSide(files, { opened, variant }, { ...choice, numberOf: () => ({}) }, place);
  const names = namesOfCompared(id, opened, rule?.cases ?? null);
  const variants = { a: variant, b: opened.choice.variant?.variant };
  return { a: narrowed(oldSide, names), b: narrowed(opened, names), variants };
}

/** Returns the name of a side: the model of two that are compared, or that of its files with its variant. */
function namedSide(name: SideName, model: string | undefined, variant: string | undefined): SideName {
  if (model !== undefined) return { ...name, label: model, kind: 'model', model };
  return variant === undefined ? name : { ...name, model: variant };
}

/** Returns the options of both runs. They never use the cache, which has no failures. The claims of the cases are not decided. */
function optionsOfRuns({ root, env, user, cases, budget, replay, trust }: CompareOptions): RunOptions {
  const manner = runSettingsOf({ budget, replay, allowUnderpowered: true });
  return { root, env, user, only: cases ?? [], trust, cache: false, manner };
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

/** Returns the warnings of both sides. The claims of the cases are not decided, so that their numbers of trials do not matter. */
function warningsOf(sides: readonly PlannedSide[]): readonly Problem[] {
  const all = sides.flatMap(({ run }) => run.open.problems).filter(({ code }) => code !== 'EVA_UNDERPOWERED');
  return uniqueBy(all, (warning) => JSON.stringify(warning));
}
