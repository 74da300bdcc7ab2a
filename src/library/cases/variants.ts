import { uniqueBy } from '#model/data/collections.js';
import type { ModelVariant } from '#model/documents.gen.js';
import type { Place } from '#model/problem.js';
import type { ModelMention } from '#model/settings.js';
import type { DocumentPart } from '../source/document.js';
import type { Layer } from '../source/layer.js';
import type { Path } from '../source/place.js';
import type { CaseFiles } from './case-files.js';

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
  const all = uniqueBy(variantsIn(areOfCases || !own ? cases : own), ({ name }) => name);
  const chosen = (variant === undefined ? all[0] : all.find(({ name }) => name === variant)) ?? null;
  const isOther = variant !== undefined && chosen === null;
  return { all, chosen, override: isOther ? [overrideLayer(variant)] : [], areOfCases };
}

/** Returns the variants of a file that can be read, also those whose name is taken. */
export function variantsIn(file: DocumentPart): readonly Variant[] {
  return file
    .in('defaults', 'models')
    .items()
    .flatMap((item): readonly Variant[] => {
      const written = item.value as unknown as ModelVariant;
      if (typeof written === 'string') {
        const at = () => item.place();
        return [{ name: written, model: written, layer: { values: { model: written }, at, keyAt: at }, at: at() }];
      }
      const { name, ...values } = written;
      const at = item.in(name === undefined ? 'model' : 'name').place();
      const { model } = values;
      return item.layers().map((layer) => ({ name: name ?? model, model, layer: { ...layer, values }, at }));
    });
}

/** Returns the layer of a model from the command line, whose place is its flag. */
function overrideLayer(model: string): Layer {
  const at = () => ({ file: `--model ${model}` });
  return { values: { model }, at, keyAt: at };
}

const askers: readonly Path[] = [[], ['judge'], ['user_simulator'], ['app']];

const ofDefaults: readonly Path[] = [...askers.map((asker) => ['defaults', ...asker]), ['triggering', 'judge']];

/** Lists the models that eval.yml and the defaults of eva.yml name for applications, simulated users and judges, used or not. */
export function modelMentions(
  { cases, own }: CaseFiles,
  library: DocumentPart | null,
  variants: ChosenVariant,
): readonly ModelMention[] {
  const entries = ['cases', 'scenarios'].flatMap((list) => cases.in(list).items());
  const owners = [cases.in('defaults'), ...entries];
  const judged = [
    ...entries.flatMap((entry) => entry.in('then').items()),
    ...owners.flatMap((owner) => owner.in('rubric').items()),
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
