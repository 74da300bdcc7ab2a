import { isAmong } from '../assemble/references.js';
import type { ImportContext, ImportedModel, ImportedTest } from '../imported.js';
import { readModels } from '../providers/index.js';

/** The models under test and the tests, each with the names of the models that ask it. */
export interface Asked {
  readonly models: readonly ImportedModel[];
  readonly tests: readonly ImportedTest[];
}

/**
 * Gives each test with a `provider` of its own that model alone, and the other tests the models of the configuration. A provider that eva
 * cannot ask is left out: the test then has the models of the others.
 */
export function withOwnProviders({ models, tests }: Asked, context: ImportContext): Asked {
  if (tests.every(({ provider }) => !provider)) return { models, tests };
  const own = new Map<string, ImportedModel>();
  const asked = tests.map((test) => {
    const { provider } = test;
    const name = provider && nameOf(provider.value);
    if (!provider || name === undefined) return test;
    const known = models.find(({ names }) => isAmong([name], names));
    const model = known ?? own.get(JSON.stringify(provider.value)) ?? readOwn(test, context);
    if (!model) return test;
    if (!known) own.set(JSON.stringify(provider.value), model);
    return { ...test, providers: known ? [name] : model.names };
  });
  const all = models.flatMap(({ names }) => names);
  const others = asked.map((test) =>
    test.providers === undefined && own.size > 0 ? { ...test, providers: all } : test,
  );
  return { models: [...models, ...own.values()], tests: others };
}

function readOwn(test: ImportedTest, context: ImportContext): ImportedModel | undefined {
  const { provider } = test;
  if (!provider) return undefined;
  if (nameOf(provider.value)?.startsWith('promptfoo:simulated-user')) {
    const reason = 'it plays the user of a conversation, and a case asks for one reply';
    const todo = 'write a scenario, whose user eva simulates';
    context.ledger.add('left_out', 'provider', provider, { what: 'promptfoo:simulated-user', reason, todo });
    return undefined;
  }
  const before = context.ledger.all().length;
  const [model] = readModels([provider], { ...context, ledger: softened(context.ledger) }, test.node.place());
  const isNamed = model !== undefined && context.ledger.all().length >= before;
  return isNamed ? { ...model, names: [`provider of ${JSON.stringify(provider.value)}`] } : undefined;
}

/** A test without its own provider can still be asked, so that what blocks a provider is left out here. */
function softened(ledger: ImportContext['ledger']): ImportContext['ledger'] {
  return {
    all: () => ledger.all(),
    add: (effect, kind, node, words) => ledger.add(effect === 'blocks' ? 'left_out' : effect, kind, node, words),
  };
}

function nameOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return 'label' in value && typeof value.label === 'string'
    ? value.label
    : 'id' in value && typeof value.id === 'string'
      ? value.id
      : undefined;
}
