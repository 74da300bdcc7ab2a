import { render } from '#model/text/quoted.js';
import { isAmong } from '../assemble/group-prompts.js';
import { type ConfigNode, childText } from '../config-node.js';
import type { Ledger } from '../finding.js';
import type { BodyInput, ImportContext, ImportedModel, ImportedPrompt, ImportedTest } from '../imported.js';
import { isChatText } from '../prompts/chat.js';
import { webReason } from '../prompts/media.js';
import { readModels } from '../providers/read-models.js';
import { renderTemplate } from '../template/evaluate.js';
import { shownText } from '../template/expression.js';

/**
 * Reads `options.prefix` and `options.suffix` of tests. If all tests have the same ones, they become part of the prompts. If they differ,
 * each becomes a variable of its test.
 */
export function readAround(tests: readonly ImportedTest[], ledger: Ledger) {
  const prefix = readSide('prefix', tests, ledger);
  const suffix = readSide('suffix', prefix.tests, ledger);
  return { prefix: prefix.template, suffix: suffix.template, tests: suffix.tests };
}

function readSide(side: 'prefix' | 'suffix', tests: readonly ImportedTest[], ledger: Ledger) {
  const texts = tests.map(({ options }) => String(options[side]?.value ?? ''));
  const [first = ''] = texts;
  if (texts.every((text) => text === first)) return { template: first, tests };
  let name: string = side;
  for (let count = 2; tests.some(({ vars }) => name in vars); count++) name = `${side}_${count}`;
  const given = tests.map((test, index) => {
    const rendered = renderTemplate(texts[index] ?? '', test.vars);
    if ('unsupported' in rendered) {
      ledger.add('blocks', 'test', test.options[side] ?? test.node, {
        what: `options.${side}`,
        reason: rendered.unsupported,
      });
      return test;
    }
    return { ...test, vars: { ...test.vars, [name]: { kind: 'value', value: rendered.text } as const } };
  });
  return { template: `{{${name}}}`, tests: given };
}

/** The models under test and the tests, each with the names of the models that ask it. */
interface Asked {
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
    const name = provider && nameOf(provider);
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
  if (nameOf(provider)?.startsWith('promptfoo:simulated-user')) {
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

function nameOf(provider: ConfigNode): string | undefined {
  return typeof provider.value === 'string'
    ? provider.value
    : (childText(provider, 'label') ?? childText(provider, 'id'));
}

/**
 * Lists the tests whose values a prompt cannot take: a picture by web address or none, a picture where a text is, a filter that does not take the value,
 * and a text that promptfoo reads as a list of messages. Notes the placeholders that no test gives a value to.
 */
export function listValueFlaws(
  prompts: readonly ImportedPrompt[],
  tests: readonly ImportedTest[],
  ledger: Ledger,
): void {
  for (const prompt of prompts) {
    const asked = tests.filter((test) => isAmong(test.prompts, prompt.names));
    for (const test of asked) listFlaws(prompt, test, ledger);
    noteEmpty(prompt, asked, ledger);
  }
}

/** Notes each placeholder of a prompt that stays empty in every test. */
function noteEmpty({ node, inputs }: ImportedPrompt, asked: readonly ImportedTest[], ledger: Ledger): void {
  if (!asked.some(({ vars }) => Object.keys(vars).length > 0)) return;
  const isEmpty = (input: BodyInput) =>
    input.use !== 'file' &&
    asked.every(({ vars }) => !input.reads.some((name) => Object.hasOwn(vars, name)) && !input.valueOf(vars));
  for (const { name } of inputs.filter(isEmpty))
    ledger.add('noted', 'prompt', node, {
      what: `{{${name}}}`,
      reason: 'no test gives it a value, so nothing is in its place',
    });
}

const ofList = 'promptfoo asks a test for each item of a list, unless disableVarExpansion is set';

const asPart = 'write the prompt as a list of messages with the picture as a part';

const noFile = 'the prompt takes it as a picture or PDF, and the test has no value for it';

const asFile = 'download it into the folder, and name it with file://';

function listFlaws({ body, inputs }: ImportedPrompt, { node, vars }: ImportedTest, ledger: Ledger): void {
  for (const input of inputs) {
    const { name, use, reads } = input;
    const reason = input.flawOf?.(vars) ?? (use === 'file' && !input.valueOf(vars) ? noFile : undefined);
    if (reason === undefined) continue;
    const isInText = use !== 'file' && reads.some((one) => vars[one]?.kind === 'media');
    const todo = isInText ? asPart : todoFor(reason);
    ledger.add('blocks', 'test', node, { what: reads.join(', ') || name, reason, ...(todo !== undefined && { todo }) });
  }
  if (body.kind !== 'text' || !body.text.trimStart().startsWith('{{')) return;
  const values = inputs.map((input) => {
    const value = input.valueOf(vars);
    return [input.name, value?.kind === 'value' ? shownText(value.value) : ''] as const;
  });
  const isFree = inputs.every(({ fixed }) => fixed === undefined);
  if (!isFree || !isChatText(render(body.text, Object.fromEntries(values)))) return;
  const what = inputs[0]?.name ?? 'prompt';
  ledger.add('blocks', 'test', node, {
    what,
    reason: 'the value is a list of messages, and a value cannot add a message in eva',
    todo: 'write the messages into a prompt',
  });
}

/** Returns what to do about a value that a prompt cannot take; undefined if the reason says it. */
function todoFor(reason: string): string | undefined {
  if (reason.endsWith(webReason)) return asFile;
  return /`(?:join|first|last)` of a string/.test(reason) ? ofList : undefined;
}
