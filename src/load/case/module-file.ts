import { realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { problem } from '#errors/index.js';
import { moduleUse, ownFunction } from '#model/grader.js';
import { hasErrors } from '#model/problem.js';
import { quoted } from '#model/text/quoted.js';
import { candidatesFor, resolveInside } from '../source/inside-root.js';
import type { Path } from '../source/place.js';
import { type EvalContext, hiddenFilesOf } from './eval-context.js';

/**
 * Finds the module of `FILE#name`, below the root, else below the prompt's folder. Returns the text with the path relative to the prompt's
 * folder, in which the module runs; `#NAME` of a function of the program as it is. Reports problems at `path`, and returns undefined if there is an error.
 */
export function readModuleUse(context: EvalContext, path: Path, written: string): string | undefined {
  const { folder, source } = context;
  const at = source.place(path);
  if (context.ownFunctions.includes(ownFunction(written) ?? '')) return written;
  const use = moduleUse(written);
  if (!use)
    context.report([
      problem('EVA_BAD_CHECK:not_module_use', `${quoted(written)} names no function of a module`, {
        hint: 'write FILE#NAME, for example checks.mjs#polite',
        at,
      }),
    ]);
  else if (!folder)
    context.report([
      problem(
        'EVA_BAD_CHECK:module_folder',
        'a module is a file of a prompt, and a scenario of a program has no prompt',
        { hint: 'give the function itself: defineCheck({ name, check })', at },
      ),
    ]);
  if (!use || !folder) return undefined;
  const { root, id } = folder;
  if (!use.file.endsWith('.mjs')) {
    context.report([problem('EVA_BAD_CHECK:module_kind', use, { at })]);
    return undefined;
  }
  const found = resolveInside(root, candidatesFor(id, use.file), at, hiddenFilesOf(context, path));
  context.report(found.problems);
  if (!found.value || hasErrors(found.problems)) return undefined;
  if (!found.value.path.endsWith('.mjs')) {
    context.report([problem('EVA_BAD_CHECK:module_kind', use, { at })]);
    return undefined;
  }
  const prompt = join(realpathSync(root), 'prompts', id);
  return `${relative(prompt, found.value.path).split(sep).join('/')}#${use.name}`;
}
