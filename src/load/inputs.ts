import type { Loaded, Place } from '#model/problem.js';
import { type GivenInput, givenInputs } from './case/input-text.js';
import { readDocument } from './source/document.js';
import { candidatesFor, type Hidden } from './source/inside-root.js';

/** Reads the inputs.yml of a folder that `inputs_from` names: below the root, else below the prompt's folder. `at` is where it is named. */
export function loadInputs(
  root: string,
  id: string,
  folder: string,
  at?: Place,
  hidden?: Hidden,
): Loaded<ReadonlyMap<string, GivenInput>> {
  const { source, problems } = readDocument(root, 'inputs', candidatesFor(id, folder, 'inputs.yml'), at, hidden);
  return { value: source && problems.length === 0 ? givenInputs(source, []) : null, problems };
}
