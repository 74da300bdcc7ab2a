import type { Problem } from '#model/problem.js';
import type { Prompt } from '#model/prompt.js';
import type { Document } from './document.js';
import type { GivenInput } from './input-text.js';
import type { Layer } from './layer.js';
import type { YamlSource } from './yaml-source.js';

/** Steps from the top of eval.yml to one of its parts. */
export type Path = readonly (string | number)[];

/** What the reading of every part of an eval.yml needs to know. */
export interface EvalContext {
  readonly root: string;
  readonly id: string;
  /** null if meta.yml or prompt.xml could not be made sense of: rules that need them are left out. */
  readonly prompt: Prompt | null;
  readonly document: Document;
  readonly source: YamlSource;
  /** Settings that a case falls back on, the nearest first. */
  readonly defaults: readonly Layer[];
  readonly judgeDefaults: readonly Layer[];
  /** False if a file that might name a model could not be read, so that its absence means nothing. */
  readonly namesModels: boolean;
  /** What inputs.yml files said, by the folder that names them. */
  readonly inputFiles: Map<string, ReadonlyMap<string, GivenInput> | null>;
  readonly report: (problems: readonly Problem[]) => void;
  /** Takes back what was said of a part that should not be there at all. */
  readonly retract: (problems: readonly Problem[]) => void;
}
