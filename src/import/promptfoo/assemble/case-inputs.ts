import type { JsonObject, JsonValue } from '#model/data/json.js';
import type { BodyInput, ImportedTest, VarValue } from '../imported.js';
import { copyPath, type FileSet } from './file-set.js';

/** A text longer than this stays in a file of its own, if it comes from one. */
const longText = 400;

export interface InputsWanted {
  /** The inputs of all bodies that the case is asked with. */
  readonly body: readonly BodyInput[];
  /**
   * True if code looks at the case: it gets all variables of the test. One that the body shows in another form than JSON, such as a list, has a
   * second input with `__json` at the end of its name, which the code gets in its place.
   */
  readonly needsAllVars: boolean;
}

/** Returns `inputs` and `files` of the case of a test. Adds the files that they name. A value that is absent or null is left out. */
export function caseInputs(test: ImportedTest, wanted: InputsWanted, files: FileSet): JsonObject {
  const inputs: Record<string, JsonValue> = {};
  const named: Record<string, string> = {};
  for (const [name, value] of valuesOf(test, wanted)) {
    if (value.kind === 'media') {
      const path = value.content
        ? files.add(copyPath(value.file), value.content)
        : files.copy(value.file, test.node.place());
      if (path !== null) inputs[name] = path;
    } else if (value.file !== undefined && typeof value.value === 'string' && value.value.length > longText) {
      named[name] = files.add(copyPath(value.file), value.value);
    } else if (value.value !== null) inputs[name] = value.value;
  }
  return {
    ...(Object.keys(inputs).length > 0 && { inputs }),
    ...(Object.keys(named).length > 0 && { files: named }),
  };
}

function valuesOf(test: ImportedTest, { body, needsAllVars }: InputsWanted): ReadonlyMap<string, VarValue> {
  const values = new Map<string, VarValue>();
  for (const input of body) {
    const value = input.fixed === undefined ? input.valueOf(test.vars) : undefined;
    if (value !== undefined) values.set(input.name, value);
  }
  if (!needsAllVars) return values;
  for (const [name, value] of Object.entries(test.vars)) {
    const shown = values.get(name);
    if (!shown) values.set(name, isNull(value) ? { kind: 'value', value: 'null' } : value);
    else if (isData(value) && !isSame(shown, value))
      values.set(`${name}__json`, { kind: 'value', value: JSON.stringify(value.value) });
  }
  return values;
}

function isNull(value: VarValue): boolean {
  return value.kind === 'value' && value.value === null;
}

function isData(value: VarValue): value is Extract<VarValue, { readonly kind: 'value' }> {
  return value.kind === 'value' && typeof value.value !== 'string';
}

function isSame(shown: VarValue, value: VarValue): boolean {
  return shown.kind === 'value' && value.kind === 'value' && shown.value === value.value;
}
