import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { EvaError, problem } from '#errors/index.js';
import { casePrograms } from '#library/programs.js';
import { promptDirProblem } from '#library/prompts.js';
import { loadCases } from '#load/eval-file.js';
import { loadPrompt } from '#load/prompt/meta.js';
import type { VariantChoice } from '#load/variants/variants.js';
import { type Case, modelUnderTest } from '#model/case.js';
import type { Place, Problem } from '#model/problem.js';
import type { SubjectSettings } from '#model/settings.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import { valueChecker } from '#plan/check-values.js';
import { appEvidence } from '#plan/evidence/program-evidence.js';
import type { LibraryFiles, OtherVersion } from '../read-prompt.js';

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
export interface AskedCases {
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
  const problems = [...library.problems, ...prompt.problems, ...read.problems.filter(isNeeded)].filter(
    ({ severity }) => severity === 'error',
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
  return { prompt: prompt.value, ...settingsFor({ cases, defaults: read.value?.defaultSettings }, asked.cases, named) };
}

/** Returns the version, which has the prompt. Throws EVA_NOT_COMPARABLE, EVA_BAD_ID. */
function requirePrompt(version: NamedVersion): NamedVersion {
  const { library, id, label } = version;
  const ids = library.ids();
  if (!ids.includes(id))
    throw new EvaError([problem('EVA_NOT_COMPARABLE:no_prompt', { id, label, nearest: nearest(id, ids) ?? null })]);
  const flaw = promptDirProblem(library.root, id);
  if (flaw) throw new EvaError([placedAt(flaw, version)]);
  return version;
}

/** Problems that keep no body and no setting from being known. */
const unneeded = ['EVA_NO_EVAL_FILE', 'EVA_NO_CASES', 'EVA_NOTHING_TO_RUN'];

function isNeeded({ code }: Problem): boolean {
  return !unneeded.includes(code) && !code.startsWith('EVA_DATA_');
}

/** Returns a problem whose place names the git ref, as git itself writes it: `main:prompts/a/eval.yml`. */
function placedAt(found: Problem, { ref }: Pick<NamedVersion, 'ref'>): Problem {
  return found.at && ref !== null ? { ...found, at: placeAt(found.at, ref) } : found;
}

function placeAt(place: Place, ref: string): Place {
  return { ...place, file: `${ref}:${place.file}` };
}

interface KnownSettings {
  readonly cases: readonly Case[];
  readonly defaults: (() => SubjectSettings | null) | undefined;
}

function settingsFor(
  { cases, defaults = () => null }: KnownSettings,
  asked: readonly Case[],
  { ref }: NamedVersion,
): Pick<ReadVersion, 'settingsOf' | 'borrowed'> {
  const own = new Map(cases.map(({ name, subject }) => [name, modelUnderTest(subject)]));
  const others = new Map(asked.map(({ name, subject }) => [name, modelUnderTest(subject)]));
  const borrowed = new Set<string>();
  const settingsOf = (name: string): SubjectSettings | null => {
    const known = own.get(name) ?? defaults();
    if (known) return ref === null || !known.at ? known : { ...known, at: placeAt(known.at, ref) };
    const other = others.get(name) ?? null;
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
