import type { LibraryConfig } from '#model/config.js';
import type { EvaConfigDocument } from '#model/documents.gen.js';
import type { Loaded, Place } from '#model/problem.js';
import { dataSource } from './data/data-source.js';
import { providerProblems } from './providers.js';
import { checkShape, type Document, readDocument } from './source/document.js';
import { isThere } from './source/inside-root.js';
import type { Path } from './source/path.js';
import { limitProblems, sortByPlace } from './source/problem-list.js';
import type { YamlSource } from './source/yaml-source.js';

/** The content of eva.yml. */
export interface LoadedConfig {
  readonly config: LibraryConfig;
  /** The document, for its `defaults:`; null without an eva.yml. */
  readonly defaults: YamlSource | null;
}

const file = 'eva.yml';
const defaultConcurrency = 4;

/** Reads eva.yml. Without the file all settings have their defaults. */
export function loadConfig(root: string): Loaded<LoadedConfig> {
  if (!isThere(root, file)) {
    const config = {
      concurrency: defaultConcurrency,
      providers: {},
      prices: {},
      budget: {},
      cache: false,
      promotion: {},
    };
    return { value: { config, defaults: null }, problems: [] };
  }
  return ofDocument(readDocument(root, 'eva-config', [file]));
}

/** Reads an object of a program in the same way as eva.yml. `place` returns the place of each part. */
export function configFromData(data: unknown, place: (path: Path) => Place): Loaded<LoadedConfig> {
  const { value: source, problems } = dataSource(data, place);
  return source ? ofDocument(checkShape('eva-config', source, problems)) : { value: null, problems };
}

function ofDocument(document: Document): Loaded<LoadedConfig> {
  const { source } = document;
  const problems = sortByPlace([...document.problems, ...(source ? providerProblems(document, source) : [])]);
  return { value: source && problems.length === 0 ? fromSource(source) : null, problems: limitProblems(problems) };
}

function fromSource(source: YamlSource): LoadedConfig {
  const document = source.value as EvaConfigDocument;
  const {
    concurrency = defaultConcurrency,
    providers = {},
    prices = {},
    budget = {},
    cache = false,
    promotion = {},
  } = document;
  return { config: { concurrency, providers, prices, budget, cache, promotion }, defaults: source };
}
