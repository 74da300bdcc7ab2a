import { posix } from 'node:path';
import type { Place } from '#model/problem.js';
import type { ConfigFolder } from '../../folder.js';

/** Returns a function that returns the folder of the eva prompt that a file belongs to, relative to the folder of the configuration. */
export function openEvaPrompts(folder: ConfigFolder, at: Place): (path: string) => string | undefined {
  const known = new Map<string, boolean>();
  const isPrompt = (dir: string): boolean => {
    const found = known.get(dir) ?? isEvaPrompt(folder, dir, at);
    known.set(dir, found);
    return found;
  };
  return (path) => foldersAbove(path).find(isPrompt);
}

/** Returns true for a folder `prompts/ID` with cases of eva. */
function isEvaPrompt({ dir, text }: ConfigFolder, path: string, at: Place): boolean {
  if (posix.basename(posix.dirname(posix.join(dir, path))) !== 'prompts') return false;
  return /^(?:cases|cases_of):/m.test(text(posix.join(path, 'eval.yml'), at).value ?? '');
}

function foldersAbove(path: string): readonly string[] {
  const above = posix.dirname(path);
  return above === '.' ? [] : [above, ...foldersAbove(above)];
}
