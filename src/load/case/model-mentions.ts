import type { ModelMention } from '#model/case.js';
import type { Path } from '../source/path.js';
import { mappingsIn, valueAt } from '../source/path.js';
import type { YamlSource } from '../source/yaml-source.js';

const askers: readonly Path[] = [[], ['judge'], ['user_simulator'], ['app']];

/** Lists the models that eval.yml and the defaults of eva.yml name for applications, simulated users and judges, used or not. */
export function modelMentions(source: YamlSource, library: YamlSource | null): readonly ModelMention[] {
  const cases = ['cases', 'scenarios'].flatMap((list) => mappingsIn(source.value, [list]));
  const own = [['defaults'], ...cases].flatMap((owner) => askers.map((asker) => [...owner, ...asker]));
  const items = cases.flatMap((one) => mappingsIn(source.value, [...one, 'then']));
  return [
    ...mentionsAt(source, [...own, ...items.map((item) => [...item, 'judge']), ['triggering', 'judge']]),
    ...(library
      ? mentionsAt(
          library,
          askers.map((asker) => ['defaults', ...asker]),
        )
      : []),
  ];
}

function mentionsAt(source: YamlSource, paths: readonly Path[]): readonly ModelMention[] {
  return paths.flatMap((path) => {
    const model = valueAt(source.value, [...path, 'model']);
    return typeof model === 'string' ? [{ model, at: source.place([...path, 'model']) }] : [];
  });
}
