/** Something outside of eva that trials use, and that can be broken as a whole. */
export interface Dependency {
  readonly what: 'application' | 'function' | 'judge' | 'module' | 'simulated user';
  /** Its name in files. */
  readonly name: string;
  /** The line that tries it alone; null if there is none, as for a model. */
  readonly tryIt: string | null;
}

/** Called after each use of a dependency: `broke` is its error; null if it worked. */
export type OnUse = (dependency: Dependency, broke: string | null) => void;
