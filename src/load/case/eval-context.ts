import type { Metric } from '#metrics/metric.js';
import type { Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { FrozenRubrics } from '../rubrics/frozen-rubric.js';
import type { Document } from '../source/document.js';
import type { Hidden } from '../source/inside-root.js';
import type { Layer } from '../source/layer.js';
import { type Path, valueAt } from '../source/path.js';
import type { YamlSource } from '../source/yaml-source.js';
import type { GivenInput } from './inputs/given-inputs.js';
import type { SchemaFiles } from './schema-files.js';

/** Where a prompt of a library lies. */
export interface Folder {
  readonly root: string;
  readonly id: string;
}

/** What cases need to know of their prompt. */
export type EvaluatedPrompt = Pick<Prompt, 'body' | 'inputs' | 'routing'>;

/** What the reading of every part of an eval.yml needs to know. */
export interface EvalContext extends ProblemSink {
  /** From where paths lead: the library's root and the prompt. null for an object of a program, which lies in no folder. */
  readonly folder: Folder | null;
  /** null if meta.yml or prompt.xml could not be made sense of: rules that need them are left out. */
  readonly prompt: EvaluatedPrompt | null;
  readonly document: Document;
  readonly source: YamlSource;
  /** Settings that a case falls back on, the nearest first. */
  readonly defaults: readonly Layer[];
  readonly judgeDefaults: readonly Layer[];
  readonly simulatorDefaults: readonly Layer[];
  /** False if a file that might name a model could not be read, so that its absence means nothing. */
  readonly namesModels: boolean;
  /** What inputs.yml files said, by the folder that names them and whether it may be hidden. */
  readonly inputFiles: Map<string, ReadonlyMap<string, GivenInput> | null>;
  readonly schemaFiles: SchemaFiles;
  /** Every metric that can be named. */
  readonly metrics: readonly Metric[];
  /** Names of criteria that are no part of eva, which are passed on as they are written. */
  readonly ownCriteria: readonly string[];
  /** Rubrics that were written already. */
  readonly rubrics: FrozenRubrics;
  /** Whether a function is what users talk to. */
  readonly hasFunction: boolean;
}

/** Where what is wrong with a document is told. */
export interface ProblemSink {
  readonly report: (problems: readonly Problem[]) => void;
  /** Takes back what was said of a part that should not be there at all. */
  readonly retract: (problems: readonly Problem[]) => void;
}

/** Gathers problems in a set, each once. */
export function collectProblems(problems: Set<Problem>): ProblemSink {
  return {
    report: (found) => {
      for (const one of found) problems.add(one);
    },
    retract: (found) => {
      for (const one of found) problems.delete(one);
    },
  };
}

/** Returns which hidden files a case or scenario may read: those of a path at or below `path`, by its `allow_hidden`. */
export function hiddenFilesOf({ source }: EvalContext, path: Path): Exclude<Hidden, 'unlinked'> {
  const [list = '', index = 0] = path;
  return valueAt(source.value, [list, index, 'allow_hidden']) === true ? 'all' : 'none';
}
