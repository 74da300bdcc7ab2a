import type { LibraryConfig } from '#model/config.js';
import { canonicalJson } from '#model/data/digest.js';
import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { CheckSpec } from '#model/grader.js';
import type { Metric } from '#model/metrics.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { ToolSpec } from '#model/reply/exchange.js';
import type { FrozenRubrics } from '#model/rubric.js';
import { mebibyte } from '#model/sentences/load-files.js';
import { problem } from '#model/sentences/sentence.js';
import type { SubjectSettings } from '#model/settings.js';
import { indexItems } from '../items/index-items.js';
import type { IndexOptions } from '../items/item.js';
import type { ItemIndex } from '../items/item-index.js';
import { type ItemSource, nameOf } from '../items/item-source.js';
import type { ProgramData } from '../program-data/program-items.js';
import type { MediaFiles } from '../prompt/media.js';
import type { Document } from '../source/document.js';
import type { Hidden, InsidePath } from '../source/inside-root.js';
import type { Layer } from '../source/layer.js';
import { type Path, valueAt } from '../source/place.js';
import { maxYamlBytes, readText } from '../source/read-file.js';
import { parseYaml, type YamlSource } from '../source/yaml-source.js';

import type { ChosenVariant } from './variants.js';

/** The folder of a prompt: its library and its id. */
interface Folder {
  readonly root: string;
  readonly id: string;
}

/** The parts of a prompt that its cases depend on. */
export type EvaluatedPrompt = Pick<Prompt, 'body' | 'inputs' | 'routing' | 'braces'> &
  /** Absent for a body that a program gives. */
  Partial<Pick<Prompt, 'id' | 'body_places' | 'places'>>;

/** The prompt's own eval.yml beside that of another prompt. */
interface OwnFile {
  readonly document: Document;
  readonly source: YamlSource;
}

/** Compiles the schema of a setting. Returns its problem if that is impossible. */
export type CheckSchema = (
  schema: JsonObject,
  setting: { readonly key: string; readonly at: Place },
) => Problem | undefined;

/** Returns the settings of the model under test for the case or scenario with this name; null if none are known. */
export type SettingsOf = (name: string) => SubjectSettings | null;

/** The context in which the parts of an eval.yml are read. */
export interface EvalContext extends ProblemSink {
  /** The folder that paths are relative to; null for an object of a program, which has no folder. */
  readonly folder: Folder | null;
  /** Collects the inputs of another prompt's cases that this prompt does not declare; null for a prompt's own cases. */
  readonly leftOutInputs: Set<string> | null;
  /** null if meta.yml or the body cannot be read. Rules that need them are then skipped. */
  readonly prompt: EvaluatedPrompt | null;
  readonly document: Document;
  readonly source: YamlSource;
  /** Returns the settings of the model under test for a case, in place of those of the files; absent if the files decide. */
  readonly settingsOf?: SettingsOf | undefined;
  /** The prompt's own file, whose defaults win, if the cases are those of another prompt. */
  readonly own?: OwnFile | null;
  /** The entries of `providers:` in eva.yml; null if it cannot be read, and for a program, which may have a provider of its own. */
  readonly providers: LibraryConfig['providers'] | null;
  /** Default settings for cases, the nearest first. */
  readonly defaults: readonly Layer[];
  readonly judgeDefaults: readonly Layer[];
  readonly simulatorDefaults: readonly Layer[];
  /** The variants of the file, and the one whose cases are read. */
  readonly variants: ChosenVariant;
  /** False for a case or scenario that the chosen variant does not ask. */
  readonly isAsked: boolean;
  /** False if a file that may name a model cannot be read. A missing model is then not reported. */
  readonly namesModels: boolean;
  /** Caches inputs.yml files by the folder in `inputs_from` and by whether it may be hidden. */
  readonly inputFiles: Map<string, ReadonlyMap<string, GivenInput> | null>;
  /** The files of inputs that were searched for invisible text. */
  readonly searchedFiles: Set<string>;
  readonly schemaFiles: SchemaFiles;
  /** Caches files with tools by their absolute paths. */
  readonly toolFiles: Map<string, Document>;
  /** Collects the paths, joined with `/`, of the cases and scenarios whose tools a mistake hides. */
  readonly unreadTools: Set<string>;
  readonly media: MediaFiles;
  /** All metrics that cases may name. */
  readonly metrics: readonly Metric[];
  /** Names of the checks of the library's caller. */
  readonly ownFunctions: readonly string[];
  /** Names of further criteria of the library's caller. Their parameters are kept as they are written. */
  readonly ownCriteria: readonly string[];
  readonly rubrics: FrozenRubrics;
  readonly dataFiles: DataFiles;
  /** Collects the items of each case with a data set, by the name of the case. */
  readonly indexes: Map<string, ItemIndex>;
  /** Collects the names of the fields of all data sets. */
  readonly fields: Set<string>;
  /** Returns the problem of a check with the value of an item; undefined if it can run. */
  readonly checkValue: CheckValue;
  /** Returns the problem of a setting's schema that cannot be compiled; undefined if it can. */
  readonly checkSchema: CheckSchema;
  readonly hasFunction: boolean;
  /** The data sets of a program; null if they are not read yet, and for a library. */
  readonly programData?: ProgramData | null;
}

/** Collects the problems of a document. */
export interface ProblemSink {
  readonly report: (problems: readonly Problem[]) => void;
  /** Reports problems of a data file, of which there are at most fifty. */
  readonly reportItems: (problems: readonly Problem[]) => void;
  /** Removes reported problems, for a part that should not exist at all. */
  readonly retract: (problems: readonly Problem[]) => void;
}

/** Returns a sink that adds problems to a set, and those of data files to another one. */
export function collectProblems(problems: Set<Problem>, ofItems: Set<Problem> = problems): ProblemSink {
  return {
    reportItems: (found) => {
      for (const entry of found) ofItems.add(entry);
    },
    report: (found) => {
      for (const entry of found) problems.add(entry);
    },
    retract: (found) => {
      for (const one of found) problems.delete(one);
    },
  };
}

/**
 * Returns the context of the file that has the value at a path. Where a prompt has the cases of another one, `defaults.assert`, `rubric` and
 * `extract` of its own file win.
 */
export function contextAt(context: EvalContext, [list, key = '']: Path): EvalContext {
  const { own } = context;
  if (list !== 'defaults' || !own?.document.holds([list, key])) return context;
  return { ...context, document: own.document, source: own.source };
}

/** Returns which hidden files the case or scenario at `path` may read, according to `allow_hidden`. */
export function hiddenFilesOf({ source }: EvalContext, path: Path): Exclude<Hidden, 'unlinked'> {
  const [list = '', index = 0] = path;
  return valueAt(source.value, [list, index, 'allow_hidden']) === true ? 'all' : 'none';
}

/** The maximum total size of the schema files of one eval.yml, in bytes. eva parses about 1 MiB per second. */
const mostBytes = 8 * 1024 * 1024;

/** Reads the schema files that an eval.yml names, each file once. */
export class SchemaFiles {
  readonly #known = new Map<string, Loaded<JsonValue>>();
  #bytes = 0;

  /** Reads a schema in JSON or YAML. `at` is the place of its name. Reports EVA_TOO_LARGE above 8 MiB in total. */
  read(named: InsidePath, at: Place): Loaded<JsonValue> {
    const known = this.#known.get(named.path);
    if (known) return known;
    if (this.#bytes > mostBytes) return tooMuch(at);
    const { value: text, problems } = readText(named.path, named.file, maxYamlBytes);
    this.#bytes += Buffer.byteLength(text ?? '');
    if (this.#bytes > mostBytes) return tooMuch(at);
    const schema = text === null ? { value: null, problems } : parsed(text, named.file);
    this.#known.set(named.path, schema);
    return schema;
  }
}

function parsed(text: string, file: string): Loaded<JsonValue> {
  const { value, problems } = parseYaml(text, file);
  return { value: value?.value ?? null, problems };
}

function tooMuch(at: Place): { readonly value: null; readonly problems: readonly Problem[] } {
  return {
    value: null,
    problems: [
      problem(
        'EVA_TOO_LARGE:schemas',
        `the schema files of this eval.yml are larger than ${mostBytes / mebibyte} MiB together`,
        { hint: 'shorten the schemas, share one between cases, or move cases into another prompt', at },
      ),
    ],
  };
}

/** A value for an input: the exact text that replaces its placeholder; null for no value. */
export interface GivenInput {
  readonly text: string | null;
  /** The place of its name. */
  readonly at: Place;
}

/** Returns the problem of a check as it is written, for a model under test with these tools; undefined if it can run. */
export type CheckValue = (spec: CheckSpec, tools: readonly ToolSpec[] | undefined) => Problem | undefined;

/** Indexes the files of data sets, each once for all cases that use the same parts of it. */
export class DataFiles {
  readonly #known = new Map<string, Loaded<ItemIndex>>();

  /** Indexes a file. `uses` is all that decides which problems its items have, besides the plain data of the options. */
  index(file: ItemSource, options: IndexOptions, uses: unknown): Loaded<ItemIndex> {
    const { check: _check, requestOf: _request, at: _at, files: _files, ...plain } = options;
    const key = canonicalJson([nameOf(file), plain, uses]);
    const known = this.#known.get(key);
    if (known) return known;
    const indexed = indexItems(file, options);
    this.#known.set(key, indexed);
    return indexed;
  }
}

/** The paths of what a case has from `defaults`. */
interface Inherited {
  readonly assert?: Path;
  readonly rubric?: Path;
}

const nothing: Inherited = {};

/** The keys of `defaults` that cases inherit. */
const inheritable = ['assert', 'rubric'];

/**
 * Returns what the case at a path inherits: the checks, and the rubric if it has none of its own. Scenarios and cases that are only shown
 * inherit nothing.
 */
export function inheritedOf(context: EvalContext, path: Path): Inherited {
  const { source, document } = context;
  const [list] = path;
  const given = inheritable.filter((key) => contextAt(context, ['defaults', key]).document.holds(['defaults', key]));
  if (list !== 'cases' || given.length === 0 || valueAt(source.value, [...path, 'look']) === true) return nothing;
  const own = [...path, 'inherit'];
  const written = document.isSound(own) ? valueAt(source.value, own) : undefined;
  const inherits = (key: string) =>
    given.includes(key) && written !== false && (!Array.isArray(written) || written.includes(key));
  const isOwn = document.holds([...path, 'rubric']);
  return {
    ...(inherits('assert') && { assert: ['defaults', 'assert'] }),
    ...(inherits('rubric') && !isOwn && { rubric: ['defaults', 'rubric'] }),
  };
}

/** Returns the paths of the lists of checks of the case at a path: those of defaults, then its own. */
export function checkLists(context: EvalContext, path: Path): readonly Path[] {
  const { assert } = inheritedOf(context, path);
  return [...(assert ? [assert] : []), [...path, 'assert']];
}

/** Returns the path of the rubric of the case at a path, its own or that of defaults; undefined without one. */
export function rubricPath(context: EvalContext, path: Path): Path | undefined {
  const own = [...path, 'rubric'];
  return context.document.holds(own) ? own : inheritedOf(context, path).rubric;
}
