import type { Loaded, Place } from '#model/problem.js';

/** The files of the folder of a configuration. Nothing outside of it is read, neither by a path nor through a link. */
export interface ConfigFolder {
  /** The absolute path of the folder. */
  readonly dir: string;
  /** Reads a text file. Paths are relative to the folder, or to the folder of `from`. Problems have `at` as their place. */
  text(path: string, at: Place): Loaded<string>;
  /** Reads the bytes of a file. */
  bytes(path: string, at: Place): Loaded<Buffer>;
  /** Returns the files of a pattern (`*`, `**`, `?`, `[…]`, `{a,b}`), sorted, relative to the folder. Hidden folders and node_modules are left out. */
  glob(pattern: string): readonly string[];
}
