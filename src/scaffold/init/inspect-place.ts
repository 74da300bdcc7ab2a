import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EvaError, problem } from '#errors/index.js';
import { listPromptIds } from '#library/prompts.js';
import { findUpwards, isDirectory } from '#library/root.js';
import { short } from '#model/text/quoted.js';
import type { SetModels } from '../choose-models.js';
import { libraryModels, modelsOfPrompts } from '../library-models.js';
import { isPresent } from '../placing.js';
import { isSample, sampleId } from './sample-prompt.js';

/** A directory that is, or may become, a library. */
export interface LibraryPlace {
  /** The absolute path. */
  readonly root: string;
  /** True if prompts with cases are there. They keep their models: no eva.yml is added, and no sample. */
  readonly hasPrompts: boolean;
  /** The models of its eva.yml; null without an eva.yml. */
  readonly config: SetModels | null;
  /** The models that most of its prompts set. */
  readonly promptModels: SetModels;
}

/**
 * Looks at the directory of a new library. Throws EVA_USAGE for a file, EVA_EXISTS inside another library, EVA_ODD_FILE for a link in the
 * place of a file of eva, and the problems of an eva.yml that is there.
 */
export function inspectPlace(root: string): LibraryPlace {
  const existing = findUpwards(root, existsSync) ?? root;
  if (!isDirectory(existing))
    throw new EvaError([
      problem('EVA_USAGE:start_directory', `${short(existing)} is a file, and a library is a folder`, {
        hint: 'name a folder, which may not exist yet: eva init DIR',
      }),
    ]);
  const real = realpathSync(existing);
  const above = findUpwards(existing === root ? dirname(real) : real, isLibrary);
  if (above !== null)
    throw new EvaError([
      problem('EVA_EXISTS:library', `${short(root)} lies inside the library ${short(above)}`, {
        hint: 'add a prompt to that library: eva new ID',
      }),
    ]);
  for (const file of ['.gitignore', '.gitattributes', 'eva.yml']) isPresent(root, file, 'file');
  isPresent(root, `prompts/${sampleId}`, 'directory');
  const hasPrompts = holdsPrompts(root, (id) => isSample(root, id));
  return {
    root,
    hasPrompts,
    config: isPresent(root, 'eva.yml', 'file') ? libraryModels(root).set : null,
    promptModels: hasPrompts ? modelsOfPrompts(root) : {},
  };
}

/** Returns true for a directory with a `prompts/` that has cases, or that lies beside an eva.yml. */
function isLibrary(dir: string): boolean {
  return holdsPrompts(dir) || (isDirectory(join(dir, 'prompts')) && existsSync(join(dir, 'eva.yml')));
}

/** Returns true if `prompts/` has a prompt, other than the one that `isLeftOut`. */
function holdsPrompts(dir: string, isLeftOut: (id: string) => boolean = () => false): boolean {
  if (!isDirectory(join(dir, 'prompts'))) return false;
  const isPrompt = (id: string) => ['eval.yml', 'meta.yml'].some((file) => existsSync(join(dir, 'prompts', id, file)));
  return listPromptIds(dir).some((id) => !isLeftOut(id) && isPrompt(id));
}
