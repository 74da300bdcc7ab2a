import type { ModelMention } from '#model/case.js';
import type { Path } from './eval-context.js';
import { mappingsIn, valueAt } from './value-at.js';
import type { YamlSource } from './yaml-source.js';

const askers: readonly Path[] = [[], ['judge'], ['user_simulator']];

/** Every model that eval.yml and the defaults of eva.yml name for a prompt or a judge, whether or not a run would ask it. */
export function modelMentions(source: YamlSource, library: YamlSource | null): readonly ModelMention[] {
  const own = [['defaults'], ...mappingsIn(source.value, ['cases'])].flatMap((owner) =>
    askers.map((asker) => [...owner, ...asker]),
  );
  return [
    ...mentionsAt(source, [...own, ['triggering', 'judge']]),
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
