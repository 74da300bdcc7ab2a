import type { LibraryConfig } from '#model/config.js';
import type { JsonObject } from '#model/data/json.js';
import type { CheckSpec } from '#model/grader.js';
import type { Metric } from '#model/metrics.js';
import type { Place, Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { ToolSpec } from '#model/reply/exchange.js';
import type { FrozenRubrics } from '#model/rubric.js';
import type { SubjectSettings } from '#model/settings.js';
import type { ItemIndex } from '../items/item-index.js';
import type { MentionedAt } from '../prompt/media.js';
import type { DocumentPart, ReportProblems } from '../source/document.js';
import type { Layer } from '../source/layer.js';
import type { NamedFiles } from './named-files.js';
import type { ChosenVariant } from './variants.js';

/** The parts of a prompt that its cases depend on. */
export type EvaluatedPrompt = Pick<Prompt, 'body' | 'inputs' | 'routing' | 'braces'> &
  /** Absent for a body that a program gives. */
  Partial<Pick<Prompt, 'id' | 'body_places' | 'places'>>;

/** What is read: the documents that the cases of a prompt come from, and the files that they name. */
export interface EvalFiles {
  /** The eval.yml with the cases, or the object of a program. */
  readonly cases: DocumentPart;
  /** The prompt's own eval.yml, whose defaults win, if the cases are those of another prompt; null if it has none. */
  readonly own: DocumentPart | null;
  /** null if meta.yml or the body cannot be read. Rules that need them are then skipped. */
  readonly prompt: EvaluatedPrompt | null;
  readonly rubrics: FrozenRubrics;
  /** The entries of `providers:` in eva.yml; null if it cannot be read, and for a program, which may have a provider of its own. */
  readonly providers: LibraryConfig['providers'] | null;
  /** Default settings of all variants, the nearest first. */
  readonly defaults: readonly Layer[];
  readonly judgeDefaults: readonly Layer[];
  readonly simulatorDefaults: readonly Layer[];
  /** False if the defaults of a file have a flaw, so that a setting which a case seems to lack may be there. */
  readonly knowsDefaults: boolean;
  readonly named: NamedFiles;
}

/** What is chosen: the variant whose cases are read, and what a run or a program adds to the rules of an eval.yml. */
export interface Choice {
  readonly variants: ChosenVariant;
  /** False for a case or scenario that the chosen variant does not ask. */
  readonly isAsked: boolean;
  /** Returns the settings of the model under test for a case, in place of those of the files; absent if the files decide. */
  readonly settingsOf?: SettingsOf | undefined;
  /** All metrics that cases may name. */
  readonly metrics: readonly Metric[];
  /** Names of the checks of the library's caller. */
  readonly ownFunctions: readonly string[];
  /** Names of further criteria of the library's caller. Their parameters are kept as they are written. */
  readonly ownCriteria: readonly string[];
  /** True if inputs that the prompt does not declare are left out, since the cases are those of another prompt. */
  readonly leavesOut: boolean;
  /** True if the application is a function of the program. */
  readonly hasFunction: boolean;
  readonly checkValue: CheckValue;
  readonly checkSchema: CheckSchema;
}

/** Returns the settings of the model under test for the case or scenario with this name; null if none are known. */
export type SettingsOf = (name: string) => SubjectSettings | null;

/** Returns the problem of a check with the value of an item, for a model under test with these tools; undefined if it can run. */
export type CheckValue = (spec: CheckSpec, tools: readonly ToolSpec[] | undefined) => Problem | undefined;

/** Compiles the schema of a setting. Returns its problem if that is impossible. */
export type CheckSchema = (
  schema: JsonObject,
  setting: { readonly key: string; readonly at: Place },
) => Problem | undefined;

/** What is found while cases are read. */
export class Findings {
  readonly problems: Set<Problem>;
  /** Those of the problems that data files have, of which there are at most fifty each. */
  readonly itemProblems = new Set<Problem>();
  /** The items of each case with a data set, by the name of the case. */
  readonly indexes = new Map<string, ItemIndex>();
  /** The names of the fields of all data sets. */
  readonly fields = new Set<string>();
  /** The paths, joined with `/`, of the cases and scenarios whose tools a mistake hides. */
  readonly unreadTools = new Set<string>();
  /** The inputs of another prompt's cases that this prompt does not declare. */
  readonly leftOutInputs = new Set<string>();

  constructor(problems: readonly Problem[] = []) {
    this.problems = new Set(problems);
  }

  readonly report: ReportProblems = (problems) => {
    for (const entry of problems) this.problems.add(entry);
  };

  /** Reports problems of a data file. */
  reportItems(problems: readonly Problem[]): void {
    this.report(problems);
    for (const entry of problems) this.itemProblems.add(entry);
  }
}

/** Returns `defaults.KEY` of the prompt's own file if it has that, else that of the file with the cases. */
export function defaultOf(
  { cases, own }: Pick<EvalFiles, 'cases' | 'own'>,
  key: 'assert' | 'rubric' | 'extract',
): DocumentPart {
  const part = own?.in('defaults', key);
  return part?.isWritten ? part : cases.in('defaults', key);
}

/** Returns the default settings of cases, those of the chosen variant first. */
export function defaultLayers({ defaults }: EvalFiles, { variants }: Choice): readonly Layer[] {
  return variants.chosen ? [variants.chosen.layer, ...defaults] : defaults;
}

/** Returns the place of a path in a case or scenario, and the hidden files that it may lead to according to its `allow_hidden`. */
export function mentionAt(part: DocumentPart): MentionedAt {
  return { at: part.place(), hidden: hiddenFilesOf(part) };
}

/** Returns which hidden files the case or scenario of a part may read, according to its `allow_hidden`. */
export function hiddenFilesOf(part: DocumentPart): 'all' | 'none' {
  return part.entry.in('allow_hidden').value === true ? 'all' : 'none';
}

/**
 * Returns what a case inherits: the checks, and the rubric if it has none of its own. Scenarios and cases that are only shown inherit
 * nothing.
 */
export function inheritedOf(files: EvalFiles, entry: DocumentPart) {
  const [list] = entry.path;
  const written = entry.in('inherit').value;
  const inherits = list === 'cases' && written !== false && entry.in('look').value !== true;
  const inherited = (key: 'assert' | 'rubric') => {
    const part = defaultOf(files, key);
    return inherits && part.isWritten && (!Array.isArray(written) || written.includes(key)) ? part : undefined;
  };
  return { assert: inherited('assert'), rubric: entry.in('rubric').isWritten ? undefined : inherited('rubric') };
}

/** Returns the lists of checks of a case: those of defaults, then its own. */
export function checkLists(files: EvalFiles, entry: DocumentPart): readonly DocumentPart[] {
  const { assert } = inheritedOf(files, entry);
  return [...(assert ? [assert] : []), entry.in('assert')];
}

/** Returns the rubric of a case, its own or that of defaults; undefined without one. */
export function rubricOf(files: EvalFiles, entry: DocumentPart): DocumentPart | undefined {
  const rubric = entry.in('rubric');
  return rubric.isWritten ? rubric : inheritedOf(files, entry).rubric;
}
