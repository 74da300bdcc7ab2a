import { posix } from 'node:path';
import type { ImportFindingView } from './import-view.js';

/** Findings with the same words, at all of their places. */
export interface FindingGroup extends Omit<ImportFindingView, 'at'> {
  readonly places: readonly ImportFindingView['at'][];
}

/** Groups findings that differ only in their place, in the order of the first of each. */
export function groupFindings(findings: readonly ImportFindingView[]): readonly FindingGroup[] {
  const groups = new Map<string, FindingGroup>();
  for (const { at, ...words } of findings) {
    const key = JSON.stringify([words.effect, words.kind, words.what, words.reason, words.todo]);
    const known = groups.get(key);
    groups.set(key, { ...words, places: [...(known?.places ?? []), at] });
  }
  return [...groups.values()];
}

/** The configuration that places are shown for: its path as the user would write it, and the name that its own places have. */
export interface PlacesOf {
  readonly config: string;
  readonly file: string;
}

/** Returns a place as it is shown for a configuration: `:41` in its own file, `evals/tests.csv:7` elsewhere. */
export function placeInWords({ file, line }: ImportFindingView['at'], own: PlacesOf): string {
  const name = file === own.file ? '' : pathFor(file, own);
  return line === undefined ? name || own.file : `${name}:${line}`;
}

/** Returns the path of a file that a configuration names, with the folder of the configuration as the user would write it. */
export function pathFor(file: string, { config }: PlacesOf): string {
  return posix.join(posix.dirname(config), file);
}
