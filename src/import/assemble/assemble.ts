import { writeYaml } from '#library/source/write-yaml.js';
import type { JsonObject } from '#model/data/json.js';
import { isBlank } from '#model/text/characters.js';
import { openCodeFiles } from '../code/code-files.js';
import type { ConfigNode } from '../config-node.js';
import { type DraftPrompt, type DraftSettings, noExpects, type PromptFile, type ReadOptions } from '../draft.js';
import type { Ledger } from '../finding.js';
import type { BodyInput, ImportContext, ImportedModel, ImportedPrompt, ImportedTest } from '../imported.js';
import { freePromptId } from '../prompts/read-prompts.js';
import { judgeFor } from '../providers/graders.js';
import { type DraftedCase, draftCases } from './draft-cases.js';
import { openFileSet } from './file-set.js';
import { foldRows, freeTitle } from './fold-rows.js';
import { groupPrompts, isAmong, listUnasked, type PromptGroup } from './group-prompts.js';
import { hoist } from './hoist.js';

/** A configuration that was read, before it becomes a library. */
export interface ReadConfiguration {
  readonly file: string;
  readonly summary?: string;
  readonly tags: readonly string[];
  readonly prompts: readonly ImportedPrompt[];
  readonly models: readonly ImportedModel[];
  readonly tests: readonly ImportedTest[];
  /** Every assertion of the tests. Those of a set count, the set itself does not. */
  readonly assertions: readonly ConfigNode[];
  /** Settings of `defaults`: sample_size, timeout_s. */
  readonly defaults: JsonObject;
  readonly concurrency?: number;
}

/** What all readers share, with the names that earlier configurations use. */
type Importing = ImportContext & ReadOptions;

/** Makes the prompts of a library of a configuration, and the settings that they need. */
export function assemble(
  read: ReadConfiguration,
  context: Importing,
): { readonly prompts: readonly DraftPrompt[]; readonly settings: DraftSettings } {
  const models = distinct(read.models, context.ledger);
  const asking = asked(models, read.tests, context.ledger);
  const groups = groupPrompts(read, asking, context);
  listUnasked(read, asking, { groups, ledger: context.ledger });
  const made = groups.map((group) => assembleGroup(group, read, context));
  const used = new Set(groups.flatMap(({ models: own }) => own));
  const entries = [...[...used].flatMap(({ entry }) => entry ?? []), ...made.flatMap((one) => one.entries)];
  return {
    prompts: made.flatMap(({ prompts }) => prompts),
    settings: {
      entries: [...new Map(entries.map((entry) => [entry.name, entry])).values()],
      prices: Object.fromEntries(
        [...used].flatMap(({ model, price }) => (price ? [[model.slice(model.indexOf(':') + 1), price] as const] : [])),
      ),
      ...(read.concurrency !== undefined && { concurrency: read.concurrency }),
    },
  };
}

/** Drops models that would send the same requests as an earlier one to the same prompts. */
function distinct(models: readonly ImportedModel[], ledger: Ledger): readonly ImportedModel[] {
  const seen = new Set<string>();
  return models.filter(({ node, model, settings, entry, prompts }) => {
    const key = JSON.stringify([model, settings, entry ?? null, prompts ?? null]);
    const isNew = !seen.has(key);
    seen.add(key);
    const reason = 'another provider sends the same requests, so it is written once';
    if (!isNew) ledger.add('noted', 'provider', node, { what: model, reason });
    return isNew;
  });
}

/** Drops models that no test asks, as long as one is left. */
function asked(
  models: readonly ImportedModel[],
  tests: readonly ImportedTest[],
  ledger: Ledger,
): readonly ImportedModel[] {
  const isAsked = ({ names }: ImportedModel) => tests.some(({ providers }) => isAmong(providers, names));
  const kept = models.filter(isAsked);
  if (kept.length === 0) return models;
  for (const { node, model } of models.filter((one) => !isAsked(one)))
    ledger.add('noted', 'provider', node, { what: model, reason: 'no test asks it' });
  return kept;
}

/** Returns the system message that all models have of their own. If they differ, each is left out. */
function systemOf(models: readonly ImportedModel[], ledger: Ledger): string | undefined {
  const [first] = models;
  if (models.every(({ system }) => system === first?.system)) return first?.system;
  for (const { system, systemSource, node } of models) {
    if (system === undefined) continue;
    ledger.add('left_out', 'setting', systemSource?.at ?? node, {
      what: systemSource?.what ?? 'system message',
      reason: 'the other models of the prompt do not have this system message',
      todo: 'make a prompt of its own for the model',
    });
  }
  return undefined;
}

function assembleGroup({ prompts, models, tests }: PromptGroup, read: ReadConfiguration, context: Importing) {
  const files = openFileSet(context.folder, (problems) => reportCopies(problems, context.ledger));
  const code = openCodeFiles(read.file);
  const { defaults: named, nameOf } = modelVariants(models);
  const inputs = [...new Map(prompts.flatMap((one) => one.inputs).map((input) => [input.name, input])).values()];
  const cases = draftCases({ tests, inputs, models, nameOf, files, code }, context);
  const folded = foldRows(cases);
  const { shared, cases: left } = hoist(folded.cases);
  for (const { path, content } of [...folded.files, ...code.files()]) files.add(path, content);
  const judge = judgeOf(cases, models);
  const embedding = embeddingOf(cases, context.ledger);
  const defaults = {
    ...named,
    ...read.defaults,
    ...judge,
    ...(embedding !== undefined && { embedding_model: embedding }),
  };
  const system = systemOf(models, context.ledger);
  const ids = prompts.map(({ title, isNamed }) => {
    const id = freePromptId(isNamed ? title : (read.summary ?? title), context.ids);
    context.ids.add(id);
    return id;
  });
  const made = prompts.map((prompt, index): DraftPrompt => {
    const isFirst = index === 0;
    return {
      id: ids[index] as string,
      meta: metaOf(prompt, ids[index] as string, read, inputsOf(prompt.inputs, inputs, tests)),
      body: bodyFile(prompt, system),
      eval: isFirst
        ? { defaults, shared, cases: left }
        : { cases_of: ids[0] as string, defaults: {}, shared: noExpects, cases: [] },
      files: [...(isFirst ? files.all() : []), ...filesOf(prompt, context)],
      ...(isFirst && { code: code.copied() }),
    };
  });
  return { prompts: made, entries: cases.flatMap(({ expectations }) => expectations.entries) };
}

/** Returns the embedding model of a prompt, which eva has only one of. */
function embeddingOf(cases: readonly DraftedCase[], ledger: Ledger): string | undefined {
  const named = cases.filter(({ expectations }) => expectations.embedding_model !== undefined);
  const first = named[0]?.expectations.embedding_model;
  for (const { tests, expectations } of named) {
    const own = expectations.embedding_model;
    if (own === first) continue;
    const reason = `eva has one embedding model for a prompt, and another test has ${first}`;
    ledger.add('replaced', 'setting', tests[0]?.node ?? { file: '' }, { what: String(own), reason });
  }
  return first;
}

function judgeOf(cases: readonly DraftedCase[], models: readonly ImportedModel[]): JsonObject {
  const asks = cases.some(
    ({ expects: { assert, rubric } }) =>
      rubric.length > 0 || assert.some(({ item }) => 'refuses' in item || 'not_refuses' in item),
  );
  const model = asks ? judgeFor(models) : undefined;
  return model === undefined ? {} : { judge: { model } };
}

/** Copies the files that a body names, at the paths by which it names them. */
function filesOf({ files, writes = [], node }: ImportedPrompt, { folder, ledger }: Importing) {
  const copies = files.flatMap((path) => {
    const { value, problems } = folder.bytes(path, node.place());
    reportCopies(problems, ledger);
    return value === null ? [] : [{ path, content: value }];
  });
  return [...copies, ...writes];
}

function reportCopies(problems: Parameters<Parameters<typeof openFileSet>[1]>[0], ledger: Ledger): void {
  for (const { message, at } of problems)
    ledger.add('blocks', 'test', at ?? { file: '' }, { what: 'file', reason: message });
}

/** Renders the file of a body. With a system message of the models, a text becomes the message of the user. */
function bodyFile({ body }: ImportedPrompt, system: string | undefined): PromptFile {
  if (body.kind === 'text' && system === undefined) return { path: body.file, content: body.text };
  const messages = body.kind === 'messages' ? body.messages : [{ role: 'user', content: body.text }];
  const first = system === undefined ? [] : [{ role: 'system', content: system }];
  return { path: 'messages.yml', content: writeYaml([...first, ...messages] as readonly JsonObject[]) };
}

/** Returns the keys of meta.yml: `inputs` only if some are optional or have a default. */
function metaOf(
  { title, isNamed, hasBraces }: ImportedPrompt,
  id: string,
  { summary, tags }: ReadConfiguration,
  inputs: readonly JsonObject[],
): JsonObject {
  return {
    ...(isNamed && title !== id && title.trim() !== '' && { title }),
    ...(summary !== undefined && !isBlank(summary) && { summary }),
    ...(tags.length > 0 && { tags }),
    ...(hasBraces && { braces: 'literal' }),
    ...(inputs.some((one) => one['required'] === false || one['default'] !== undefined) && { inputs }),
  };
}

/**
 * Returns `inputs` of meta.yml: those of the body, and those that only other prompts with the same cases have, as optional ones. An input that
 * some test does not give is optional too.
 */
function inputsOf(
  own: readonly BodyInput[],
  others: readonly BodyInput[],
  tests: readonly ImportedTest[],
): readonly JsonObject[] {
  const names = new Set(own.map(({ name }) => name));
  const foreign = others.filter(({ name, fixed }) => !names.has(name) && fixed === undefined);
  return [
    ...own.map((input) => {
      const { name, fixed } = input;
      if (fixed !== undefined) return { name, default: fixed };
      const isGiven = tests.every(({ vars }) => isValue(input.valueOf(vars)));
      return isGiven ? { name } : { name, required: false };
    }),
    ...foreign.map(({ name }) => ({ name, required: false })),
  ];
}

function isValue(value: ReturnType<BodyInput['valueOf']>): boolean {
  return value !== undefined && !(value.kind === 'value' && value.value === null);
}

/** Writes one model into `defaults`, and several as variants with unique names, by which `models:` of a case calls them. */
function modelVariants(models: readonly ImportedModel[]): {
  readonly defaults: JsonObject;
  readonly nameOf: ReadonlyMap<ImportedModel, string>;
} {
  const [only, second] = models;
  if (!only) return { defaults: {}, nameOf: new Map() };
  if (!second) return { defaults: { model: only.model, ...only.settings }, nameOf: new Map([[only, only.model]]) };
  const taken = new Set<string>();
  const nameOf = new Map<ImportedModel, string>();
  const items = models.map((one) => {
    const wished = (one.label ?? one.model).replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim();
    const name = freeTitle(wished.slice(0, 160) || 'model', taken);
    nameOf.set(one, name);
    const isPlain = name === one.model && Object.keys(one.settings).length === 0;
    return isPlain ? name : { ...(name !== one.model && { name }), model: one.model, ...one.settings };
  });
  return { defaults: { models: items }, nameOf };
}
