import type { LibraryConfig } from '#model/config.js';
import type { EvaConfigDocument } from '#model/documents.gen.js';
import type { Loaded, Place } from '#model/problem.js';
import type { Path } from './case/eval-context.js';
import { dataSource } from './data/data-source.js';
import { providerProblems } from './providers.js';
import { checked, type Document, inOrder, readDocument } from './source/document.js';
import { isThere } from './source/inside-root.js';
import { layerAt } from './source/layer.js';
import { worthListing } from './source/worth-listing.js';
import type { YamlSource } from './source/yaml-source.js';

/** Something that a file may ask for and a later version does. */
export interface AskedFor {
  readonly what: string;
  readonly at: Place;
}

/** What eva.yml says. */
export interface LoadedConfig {
  readonly config: LibraryConfig;
  /** eva.yml itself, on whose `defaults:` cases fall back; null without one. */
  readonly defaults: YamlSource | null;
  readonly asked_for: readonly AskedFor[];
}

const file = 'eva.yml';
const defaultConcurrency = 4;

/** Reads eva.yml; a library without one has the built-in settings. */
export function loadConfig(root: string): Loaded<LoadedConfig> {
  if (!isThere(root, file)) {
    const config = { concurrency: defaultConcurrency, providers: {}, prices: {} };
    return { value: { config, defaults: null, asked_for: [] }, problems: [] };
  }
  return ofDocument(readDocument(root, 'eva-config', [file]));
}

/** Reads what a program holds as eva.yml is read. `place` says where each part of it stands. */
export function configFromData(data: unknown, place: (path: Path) => Place): Loaded<LoadedConfig> {
  const { value: source, problems } = dataSource(data, place);
  return source ? ofDocument(checked('eva-config', source, problems)) : { value: null, problems };
}

function ofDocument(document: Document): Loaded<LoadedConfig> {
  const { source } = document;
  const problems = inOrder([...document.problems, ...(source ? providerProblems(document, source) : [])]);
  return { value: source && problems.length === 0 ? fromSource(source) : null, problems: worthListing(problems) };
}

function fromSource(source: YamlSource): LoadedConfig {
  const { concurrency = defaultConcurrency, providers = {}, prices = {} } = source.value as EvaConfigDocument;
  return {
    config: { concurrency, providers, prices },
    defaults: source,
    asked_for: layerAt(source, []).flatMap(({ values }) =>
      Object.hasOwn(values, 'budget') ? [{ what: 'budget', at: source.place(['budget'], 'key') }] : [],
    ),
  };
}
