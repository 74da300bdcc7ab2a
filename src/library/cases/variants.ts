import { uniqueBy } from '#model/data/collections.js';
import { isObject } from '#model/data/json.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import type { ModelMention } from '#model/settings.js';
import { nearest } from '#model/text/nearest.js';
import { quoted, short } from '#model/text/quoted.js';
import { type DocumentPart, readDocument } from '../source/document.js';
import { isThere } from '../source/inside-root.js';
import type { Layer } from '../source/layer.js';
import { evalNames, misnamedIn } from '../source/misnamed.js';
import type { Path } from '../source/place.js';

/** One of the models in `defaults.models`, with its settings. */
export interface Variant {
  /** Its `name`, else its model. */
  readonly name: string;
  readonly model: string;
  readonly layer: Layer;
  /** Where the name is written. */
  readonly at: Place;
}

/** The variant that a run evaluates. */
export interface VariantChoice {
  /** The name of a variant, else a model that replaces every model under test. Default: the first variant of the file. */
  readonly variant?: string | undefined;
  /** The prompt whose cases replace those of the prompt; undefined for those of its files. */
  readonly cases_of?: string | undefined;
}

/** The variants of a file, and the choice of a run. */
export interface ChosenVariant {
  readonly all: readonly Variant[];
  /** null without variants, or if another model replaces all. */
  readonly chosen: Variant | null;
  /** The model that replaces every model under test, as the nearest layer; empty without one. */
  readonly override: readonly Layer[];
  /** False if the file of the cases does not list the variants: its `models` are then about other variants. */
  readonly areOfCases: boolean;
}

/** The choice for files without variants. */
export const noVariants: ChosenVariant = { all: [], chosen: null, override: [], areOfCases: true };

/** Reads `defaults.models`, and chooses a variant or another model. The file of a prompt wins over that of the cases. */
export function chooseVariant({ cases, own }: CaseFiles, { variant }: VariantChoice): ChosenVariant {
  const areOfCases = ['model', 'models'].every((key) => own?.in('defaults', key).isWritten !== true);
  const all = uniqueBy(readVariants(areOfCases || !own ? cases : own), ({ name }) => name);
  const chosen = (variant === undefined ? all[0] : all.find(({ name }) => name === variant)) ?? null;
  const isOther = variant !== undefined && chosen === null;
  return { all, chosen, override: isOther ? [overrideLayer(variant)] : [], areOfCases };
}

/** Returns the variants of a file that can be read, also those whose name is taken. */
export function readVariants(file: DocumentPart): readonly Variant[] {
  return file
    .in('defaults', 'models')
    .items()
    .flatMap((item): readonly Variant[] => {
      const written = item.value;
      if (typeof written === 'string') {
        const at = () => item.place();
        return [{ name: written, model: written, layer: { values: { model: written }, at, keyAt: at }, at: at() }];
      }
      const [layer] = item.layers();
      if (!layer) return [];
      const { name, ...values } = layer.values;
      const { model } = values;
      if (typeof model !== 'string') return [];
      const isNamed = typeof name === 'string';
      const at = item.in(isNamed ? 'name' : 'model').place();
      return [{ name: isNamed ? name : model, model, layer: { ...layer, values }, at }];
    });
}

/** Returns the layer of a model from the command line, whose place is its flag. */
function overrideLayer(model: string): Layer {
  const at = () => ({ file: `--model ${model}` });
  return { values: { model }, at, keyAt: at };
}

/** The files that the cases of a prompt come from. */
export interface CaseFiles {
  /** The eval.yml with the cases. */
  readonly cases: DocumentPart;
  /** The prompt whose folder it is in. */
  readonly id: string;
  /** The prompt's own eval.yml, if the cases are those of another prompt; null if it has none or `id` is the prompt. */
  readonly own: DocumentPart | null;
  readonly isOfOther: boolean;
}

/** The prompt to read, the prompt whose cases replace its own (undefined for the one that its eval.yml names), and a function that lists all prompts. */
interface Wanted {
  readonly id: string;
  readonly casesOf: string | undefined;
  readonly ids: () => readonly string[];
}

/** The problems of eval.yml files, and the files; null if the cases cannot be read. */
interface FoundFiles {
  readonly files: CaseFiles | null;
  readonly problems: readonly Problem[];
}

/** Finds and reads the eval.yml of a prompt and, with `cases_of`, that of the prompt whose cases it has. */
export function readCaseFiles(root: string, { id, ids, ...wanted }: Wanted): FoundFiles {
  const casesOf = wanted.casesOf === id ? undefined : wanted.casesOf;
  const file = fileOf(id);
  if (!isThere(root, file) && casesOf === undefined) return { files: null, problems: [noEvalFile(root, file)] };
  const own = isThere(root, file) ? readEvalFile(root, id) : null;
  const named = casesOf ?? casesOfIn(own?.value);
  const problems = own?.problems ?? [];
  if (named === undefined) {
    const files = own?.value && { cases: own.value, id, own: null, isOfOther: false };
    return { files: files ?? null, problems };
  }
  const at = casesOf === undefined ? own?.value?.in('cases_of').place() : undefined;
  const beside = casesOf === undefined && own?.value ? otherKeys(own.value) : [];
  const flaw = flawOf(named, id, ids);
  if (flaw) return { files: null, problems: [...problems, ...beside, at ? { ...flaw, at } : flaw] };
  if (!isThere(root, fileOf(named)))
    return { files: null, problems: [...problems, ...beside, noEvalFile(root, fileOf(named))] };
  const other = readEvalFile(root, named);
  const further = casesOfIn(other.value);
  const all = [...problems, ...beside, ...other.problems];
  if (further !== undefined)
    return {
      files: null,
      problems: [
        ...all,
        problem(
          'EVA_BAD_VALUE:cases_of_twice',
          `${quoted(named)} has no cases of its own: it takes those of ${quoted(further)}`,
          { hint: `write cases_of: ${short(further)}`, at },
        ),
      ],
    };
  const files = other.value && { cases: other.value, id: named, own: own?.value ?? null, isOfOther: true };
  return { files, problems: all };
}

function fileOf(id: string): string {
  return `prompts/${id}/eval.yml`;
}

function readEvalFile(root: string, id: string): Loaded<DocumentPart> {
  const { value, problems } = readDocument(root, 'eval', [fileOf(id)]);
  return { value: isObject(value?.value) ? value : null, problems };
}

function casesOfIn(file: DocumentPart | null | undefined): string | undefined {
  const id = file?.in('cases_of').value;
  return typeof id === 'string' ? id : undefined;
}

/** The keys of a file with `cases_of`. Their values are its own, or win over those of the other prompt. */
const keysBeside = ['cases_of', 'defaults', 'triggering', 'compare'];

function otherKeys(file: DocumentPart): readonly Problem[] {
  const keys = Object.keys(file.value as object).filter((key) => !keysBeside.includes(key) && !key.startsWith('x-'));
  return keys.map((key) =>
    problem('EVA_CONTRADICTION:cases_of', `a file with "cases_of" has no ${quoted(key)} of its own`, {
      hint: `remove ${short(key)}: or cases_of:; beside cases_of: write only defaults:, triggering: and compare:`,
      at: file.in(key).placeOfKey(),
    }),
  );
}

function flawOf(named: string, id: string, ids: () => readonly string[]): Problem | null {
  if (named === id)
    return problem('EVA_BAD_VALUE:cases_of_itself', `${quoted(id)} cannot take the cases of itself`, {
      hint: 'name another prompt, or write cases:',
    });
  const known = ids();
  if (known.includes(named)) return null;
  const meant = nearest(named, known);
  return problem('EVA_BAD_VALUE:cases_of', `there is no prompt ${quoted(named)} to take the cases of`, {
    hint: meant === undefined ? 'name a folder of prompts/' : `did you mean ${quoted(meant)}?`,
  });
}

function noEvalFile(root: string, file: string): Problem {
  const misnamed = misnamedIn(root, file.replace(/\/[^/]*$/, ''), evalNames);
  if (misnamed)
    return problem(
      'EVA_NO_EVAL_FILE:name',
      `the prompt has no ${short(misnamed.to)}, and eva does not read ${short(misnamed.from)}`,
      { hint: `rename ${short(misnamed.from)} to ${short(misnamed.to)}`, at: { file } },
    );
  return problem('EVA_NO_EVAL_FILE', 'the prompt has no eval.yml, so nothing evaluates it', {
    hint: 'write an eval.yml with cases:, each with name:, inputs:, and assert: or rubric:',
    at: { file },
  });
}

const askers: readonly Path[] = [[], ['judge'], ['user_simulator'], ['app']];

const ofDefaults: readonly Path[] = [...askers.map((asker) => ['defaults', ...asker]), ['triggering', 'judge']];

/** Lists the models that eval.yml and the defaults of eva.yml name for applications, simulated users and judges, used or not. */
export function modelMentions(
  { cases, own }: CaseFiles,
  library: DocumentPart | null,
  variants: ChosenVariant,
): readonly ModelMention[] {
  const entries = ['cases', 'scenarios'].flatMap((list) => cases.in(list).mappings());
  const owners = [cases.in('defaults'), ...entries];
  const judged = [
    ...entries.flatMap((entry) => entry.in('then').mappings()),
    ...owners.flatMap((owner) => owner.in('rubric').mappings()),
  ];
  const parts = [
    ...owners.flatMap((owner) => askers.map((asker) => owner.in(...asker))),
    ...judged.map((item) => item.in('judge')),
    cases.in('triggering', 'judge'),
  ];
  const defaultsOf = (file: DocumentPart | null) => (file ? ofDefaults.map((path) => file.in(...path)) : []);
  return [
    ...[...parts, ...defaultsOf(own)].flatMap(mentionIn),
    ...variants.all.map(({ model, layer }) => ({ model, at: layer.at('model') })),
    ...defaultsOf(library).flatMap(mentionIn),
  ];
}

function mentionIn(owner: DocumentPart): readonly ModelMention[] {
  const part = owner.in('model');
  return typeof part.value === 'string' ? [{ model: part.value, at: part.place() }] : [];
}
