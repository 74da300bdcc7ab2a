import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { loadCases } from '#library/cases/eval-file.js';
import type { VariantChoice } from '#library/cases/variants.js';
import type { ItemIndex } from '#library/items/item-index.js';
import { sampleOf } from '#library/items/sample.js';
import { casePrograms } from '#library/programs.js';
import { loadPrompt } from '#library/prompt/meta.js';
import { promptDirProblem } from '#library/prompts.js';
import { isBelow } from '#library/source/inside-root.js';
import { type Case, modelUnderTest } from '#model/case.js';
import { nextTurn } from '#model/data/collections.js';
import { canonicalJson } from '#model/data/digest.js';
import type { Place, Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import type { SampleOf } from '#model/run/sample.js';
import type { SubjectSettings } from '#model/settings.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import { type Datasets, samplesOf } from '../plan/chosen-items.js';
import { appEvidence } from '../plan/evidence.js';
import { allowUnderpowered, type OtherVersion, valueChecker } from '../plan/plan-run.js';
import { type LibraryFiles, readVariants } from './read-prompt.js';

/** A version of a prompt in a library, and how messages name it. */
export interface NamedVersion {
  readonly library: LibraryFiles;
  readonly id: string;
  /** `main (4f2a9c1)`, `working tree`. */
  readonly label: string;
  /** The git ref whose files these are, for the places of problems; null for the working tree. */
  readonly ref: string | null;
}

/** The version of a prompt that answers the cases of another one. */
export interface ReadVersion extends OtherVersion {
  /** The names of the cases for which the version names no model. */
  readonly borrowed: () => readonly string[];
}

/** The cases that a version answers, with the programs of their applications. */
interface AskedCases {
  readonly cases: readonly Case[];
  /** The folder of the prompt that has the cases. */
  readonly dir: string;
}

/** Returns the names of the variants of a version; empty without any, and if its eval.yml cannot be read. */
export function variantsOf(version: NamedVersion): readonly string[] {
  const { library, id } = requirePrompt(version);
  return (
    loadCases(library.root, { id }, library.config, { ids: library.ids }).value?.variants.map(({ name }) => name) ?? []
  );
}

/**
 * Reads the body, meta.yml and the settings of the models of a version, which is asked with the cases of another one. A case that the version
 * does not have gets its default settings; without any, those of the asked case. Data sets and checks of the version are not needed, and their
 * problems ignored. Throws EVA_NOT_COMPARABLE with every other problem, and if an application is another program.
 */
export function readVersion(named: NamedVersion, choice: VariantChoice, asked: AskedCases): ReadVersion {
  const { library, id, label } = requirePrompt(named);
  const prompt = loadPrompt(library.root, id);
  const read = loadCases(library.root, prompt.value ?? { id }, library.config, {
    ...choice,
    ids: library.ids,
    ...valueChecker(),
  });
  const problems = [...library.problems, ...prompt.problems, ...read.problems].filter(
    ({ code, severity }) => severity === 'error' && !unneeded.includes(code) && !code.startsWith('EVA_DATA_'),
  );
  if (!prompt.value || problems.length > 0) {
    const first = problem(
      'EVA_NOT_COMPARABLE:unreadable',
      `the prompt of ${short(label)} cannot be read: ${problems.length === 1 ? 'its problem follows' : `its ${problems.length} problems follow`}`,
      { hint: 'name a version without problems' },
    );
    throw new EvaError([first, ...problems.map((one) => placedAt(one, named))]);
  }
  const cases = read.value?.cases ?? [];
  requireSameApplications({ cases, dir: join(library.root, 'prompts', read.value?.id ?? id) }, asked, label);
  const defaults = read.value?.defaultSettings ?? (() => null);
  return { prompt: prompt.value, ...settingsFor(cases, defaults, asked.cases, named) };
}

/** Returns the version, which has the prompt. Throws EVA_NOT_COMPARABLE, EVA_BAD_ID. */
function requirePrompt(version: NamedVersion): NamedVersion {
  const { library, id, label } = version;
  const ids = library.ids();
  if (!ids.includes(id)) throw new EvaError([noPrompt(id, label, nearest(id, ids))]);
  const flaw = promptDirProblem(library.root, id);
  if (flaw) throw new EvaError([placedAt(flaw, version)]);
  return version;
}

/** Problems that keep no body and no setting from being known, as those of data sets. */
const unneeded = ['EVA_NO_EVAL_FILE', 'EVA_NO_CASES', 'EVA_NOTHING_TO_RUN'];

/** Returns a problem whose place names the git ref, as git itself writes it: `main:prompts/a/eval.yml`. */
function placedAt(found: Problem, { ref }: Pick<NamedVersion, 'ref'>): Problem {
  return found.at && ref !== null ? { ...found, at: placeAt(found.at, ref) } : found;
}

function placeAt(place: Place, ref: string): Place {
  return { ...place, file: `${ref}:${place.file}` };
}

function settingsFor(
  cases: readonly Case[],
  defaults: () => SubjectSettings | null,
  asked: readonly Case[],
  { ref }: NamedVersion,
): Pick<ReadVersion, 'settingsOf' | 'borrowed'> {
  const ownSettings = new Map(cases.map(({ name, subject }) => [name, modelUnderTest(subject)]));
  const askedSettings = new Map(asked.map(({ name, subject }) => [name, modelUnderTest(subject)]));
  const borrowed = new Set<string>();
  const settingsOf = (name: string): SubjectSettings | null => {
    const known = ownSettings.get(name) ?? defaults();
    if (known) return ref === null || !known.at ? known : { ...known, at: placeAt(known.at, ref) };
    const other = askedSettings.get(name) ?? null;
    if (other) borrowed.add(name);
    return other;
  };
  return { settingsOf, borrowed: () => [...borrowed] };
}

/** Throws EVA_NOT_COMPARABLE for a scenario whose application is another program in the version: it would answer in place of that one. */
function requireSameApplications(own: AskedCases, asked: AskedCases, label: string): void {
  const evidenceOf = ({ cases, dir }: AskedCases) => {
    const programs = casePrograms(dir, cases);
    return new Map(cases.map((testCase) => [testCase.name, appEvidence(testCase, programs)]));
  };
  const [ours, theirs] = [evidenceOf(own), evidenceOf(asked)];
  const different = [...theirs].filter(([name, evidence]) => {
    const other = ours.get(name);
    return other !== undefined && !isDeepStrictEqual(other, evidence);
  });
  if (different.length === 0) return;
  throw new EvaError(
    different.map(([name]) =>
      problem(
        'EVA_NOT_COMPARABLE:application',
        `the application of ${quoted(name)} is another program at ${short(label)}, and eva never starts a program of a commit`,
        {
          hint: 'check that commit out in another folder, evaluate there, and compare the two runs: eva compare ID RUN RUN',
        },
      ),
    ),
  );
}

/**
 * Returns the samples of a version that is asked with the cases of another one: the same items in the same order. A version without an input
 * would give its items other ids, and so another order. `asked`: the items of the cases. `own`: the same items, read for the version.
 */
export function pairedSamples(asked: Datasets, own: Datasets): SampleOf {
  const plain = samplesOf(own);
  return (testCase) => {
    const [order, ours] = [asked.get(testCase.name), own.get(testCase.name)];
    if (!order || !ours || haveSameItems(order, ours)) return plain(testCase);
    return sampleOf(testCase, order, undefined, { files: ours.options.files, hasOwnDraws: true });
  };
}

function haveSameItems(index: ItemIndex, other: ItemIndex): boolean {
  if (index.kept !== other.kept) return false;
  for (let position = 0; position < index.kept; position++)
    if (index.idAt(position) !== other.idAt(position)) return false;
  return true;
}

/**
 * Returns the prompts whose evidence differs between two states of a library, by the digests that a run of each variant would have. A prompt
 * that one of them lacks, or that cannot be read in one of them, differs. So does one whose program at the earlier state is a file of the
 * working tree, by an absolute path: its earlier bytes are unknown. Throws the signal's reason.
 */
export async function changedPrompts(
  ids: readonly string[],
  { now, then, workTree }: { readonly now: LibraryFiles; readonly then: LibraryFiles; readonly workTree: string },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const earlier = new Set(then.ids());
  const isShared = (path: string) => isBelow(workTree, path) && !isBelow(then.root, path);
  const changed: string[] = [];
  for (const id of ids) {
    await nextTurn(); // so that a signal is noticed between two prompts
    signal.throwIfAborted();
    const evidence = earlier.has(id) ? evidenceOf(now, id) : null;
    if (evidence === null || evidence !== evidenceOf(then, id, isShared)) changed.push(id);
  }
  return changed;
}

/** Returns the evidence of all variants of a prompt as a text; null if a run would be refused, or names a program that is not of this state. */
function evidenceOf(library: LibraryFiles, id: string, isForeign = (_path: string) => false): string | null {
  const read = readVariants(library, id, { manner: allowUnderpowered });
  const programs = read.flatMap((files) => files.programs.flatMap((program) => program.files));
  if (programs.some(({ path }) => isForeign(path))) return null;
  const digests = read.map((files) => [files.variant ?? '', files.evidence?.() ?? null] as const);
  if (digests.some(([, evidence]) => evidence === null)) return null;
  return canonicalJson(Object.fromEntries(digests));
}

export function noPrompt(id: string, label: string, meant?: string): Problem {
  return problem('EVA_NOT_COMPARABLE:no_prompt', `${short(label)} has no prompt ${quoted(id)}`, {
    hint:
      meant === undefined
        ? 'name a ref that has it, or compare with another prompt: eva compare ID OTHER'
        : `did it have the name ${quoted(meant)} then? Evaluate both versions and compare their runs: eva compare ID RUN RUN`,
  });
}
