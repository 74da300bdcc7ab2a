import type { ModelMention } from '#model/settings.js';
import { mappingsIn, type Path, valueAt } from '../source/place.js';
import type { YamlSource } from '../source/yaml-source.js';
import type { CaseFiles } from './cases-of.js';
import type { ChosenVariant } from './variants.js';

const askers: readonly Path[] = [[], ['judge'], ['user_simulator'], ['app']];

const ofDefaults: readonly Path[] = [...askers.map((asker) => ['defaults', ...asker]), ['triggering', 'judge']];

/** Lists the models that eval.yml and the defaults of eva.yml name for applications, simulated users and judges, used or not. */
export function modelMentions(
  { cases: { source }, own: prompt }: CaseFiles,
  library: YamlSource | null,
  variants: ChosenVariant,
): readonly ModelMention[] {
  const cases = ['cases', 'scenarios'].flatMap((list) => mappingsIn(source.value, [list]));
  const own = [['defaults'], ...cases].flatMap((owner) => askers.map((asker) => [...owner, ...asker]));
  const judged = [
    ...cases.flatMap((one) => mappingsIn(source.value, [...one, 'then'])),
    ...[['defaults'], ...cases].flatMap((owner) => mappingsIn(source.value, [...owner, 'rubric'])),
  ];
  return [
    ...mentionsAt(source, [...own, ...judged.map((item) => [...item, 'judge']), ['triggering', 'judge']]),
    ...(prompt ? mentionsAt(prompt.source, ofDefaults) : []),
    ...variants.all.map(({ model, layer }) => ({ model, at: layer.at('model') })),
    ...(library ? mentionsAt(library, ofDefaults) : []),
  ];
}

function mentionsAt(source: YamlSource, paths: readonly Path[]): readonly ModelMention[] {
  return paths.flatMap((path) => {
    const model = valueAt(source.value, [...path, 'model']);
    return typeof model === 'string' ? [{ model, at: source.place([...path, 'model']) }] : [];
  });
}
