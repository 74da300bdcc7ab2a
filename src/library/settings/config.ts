import type { LibraryConfig } from '#model/config.js';
import { type BaseUrlForm, baseUrlFlaw } from '#model/data/base-url.js';
import type { EvaConfigDocument, Provider } from '#model/documents.gen.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { baseUrlText } from '#model/reply/failed-attempt.js';
import { type NamedReports, placeOfEva, type ReportFlaw, readReports } from '#model/run/report-target.js';
import { problem } from '#model/sentences/sentence.js';
import { quoted, short } from '#model/text/quoted.js';
import { findType } from '#provider/types/index.js';
import { dataSource } from '../program-data/data-source.js';
import { checkShape, type Document, readDocument } from '../source/document.js';
import { isThere, leavesAsText, outsidePath } from '../source/inside-root.js';
import { discreet, limitProblems, type Path, sortByPlace, valueAt } from '../source/place.js';
import type { YamlSource } from '../source/yaml-source.js';

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
  const { value, problems } = ofDocument(readDocument(root, 'eva-config', [file]));
  return {
    value,
    problems: value?.defaults ? [...problems, ...prefixedPrices(value.config, value.defaults)] : problems,
  };
}

/** Warns of each price whose key begins with a provider: no model has this name at its provider, so the price is not used. */
function prefixedPrices({ prices, providers }: LibraryConfig, source: YamlSource): readonly Problem[] {
  return Object.keys(prices).flatMap((key) => {
    const [, prefix = '', model = ''] = /^([^:]+):(\S+)$/.exec(key) ?? [];
    if (!findType(prefix) && !Object.hasOwn(providers, prefix)) return [];
    const at = source.place(['prices', key], 'key');
    return [
      problem(
        'EVA_UNUSED_SETTING:price',
        `the price ${quoted(key)} is not used: its key must be the name of a model without the provider`,
        { hint: `write ${quoted(model)}`, at, severity: 'warning' },
      ),
    ];
  });
}

/** Reads an object of a program in the same way as eva.yml. `place` returns the place of each part. */
export function configFromData(data: unknown, place: (path: Path) => Place): Loaded<LoadedConfig> {
  const { value: source, problems } = dataSource(data, place);
  return source ? ofDocument(checkShape('eva-config', source, problems)) : { value: null, problems };
}

function ofDocument(document: Document): Loaded<LoadedConfig> {
  const { source } = document;
  const found = source
    ? [...providerProblems(document, source), ...misplacedKeys(source), ...configReports(source).problems]
    : [];
  const problems = sortByPlace([...document.problems, ...found]);
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
  const { targets: reports } = configReports(source);
  const config = { concurrency, providers, prices, budget, cache, promotion, ...(reports.length > 0 && { reports }) };
  return { config, defaults: source };
}

/** The keys of `defaults` that only an eval.yml may have, since they are about the cases of one prompt. */
const onlyInEvalFiles = ['models', 'assert', 'rubric', 'extract'];

function misplacedKeys(source: YamlSource): readonly Problem[] {
  return onlyInEvalFiles.flatMap((key) => {
    const path = ['defaults', key];
    if (valueAt(source.value, path) === undefined) return [];
    return [
      problem('EVA_UNKNOWN_KEY:only_in_eval_yml', `the defaults of eva.yml have no "${short(key)}"`, {
        hint: `write ${short(key)}: in defaults of prompts/ID/eval.yml`,
        at: source.place(path, 'key'),
      }),
    ];
  });
}

/** The keys that entries of all types may have. */
const common = ['type', 'rpm', 'tpm', 'concurrency'];

/** Lists problems of the entries of `providers:` that the schema does not find, such as a missing command. */
function providerProblems(document: Document, source: YamlSource): readonly Problem[] {
  const providers = (valueAt(source.value, ['providers']) ?? {}) as Readonly<Record<string, Partial<Provider>>>;
  return Object.entries(providers).flatMap(([name, entry]) => [
    ...unusableName(source, name),
    ...withoutRequired(document, source, name, entry),
    ...meaningless(source, name, entry),
    ...unusableAddress(document, source, name, entry),
    ...versionOfV1(source, name, entry),
  ]);
}

/** Matches names of providers, the part of a model's name before the colon. */
const prefixPattern = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

function unusableName(source: YamlSource, name: string): readonly Problem[] {
  if (prefixPattern.test(name)) return [];
  return [
    problem('EVA_BAD_VALUE:provider_name', `${quoted(name)} cannot be the name of a provider`, {
      hint: 'use letters, digits, _, . and -, and begin with a letter or digit',
      at: discreet(source.place(['providers', name], 'key')),
    }),
  ];
}

function withoutRequired(
  document: Document,
  source: YamlSource,
  name: string,
  { type }: Partial<Provider>,
): readonly Problem[] {
  const missing = Object.entries(findType(type)?.required ?? {}).filter(([key]) =>
    document.lacks(['providers', name], key),
  );
  return missing.map(([key, form]) => {
    const at = discreet(source.place(['providers', name]));
    return problem('EVA_MISSING_KEY:provider', `"${short(key)}" is missing in ${quoted(name)}`, {
      hint: `add ${short(key)}: ${short(form)}`,
      at,
    });
  });
}

function meaningless(source: YamlSource, name: string, entry: Partial<Provider>): readonly Problem[] {
  const type = findType(entry.type);
  if (!type) return [];
  const known = [...common, ...type.settings];
  const extra = Object.keys(entry).filter((key) => !known.includes(key));
  return extra.map((key) => {
    const at = discreet(source.place(['providers', name, key], 'key'));
    return problem(
      'EVA_UNKNOWN_KEY:provider',
      `${quoted(key)} has no effect for a provider of type ${short(type.name)}`,
      { hint: `known keys: ${known.map(short).join(', ')}`, at },
    );
  });
}

/** Lists a problem for a base URL that cannot be used. */
function unusableAddress(
  document: Document,
  source: YamlSource,
  name: string,
  { base_url, type }: Partial<Provider>,
): readonly Problem[] {
  const path = ['providers', name, 'base_url'];
  const { endsWithV1, isResource } = serverOf(type);
  const form = { endsWithV1, ...(isResource && { isResource }) };
  const flaw = typeof base_url === 'string' ? baseUrlFlaw(base_url, form) : null;
  if (flaw === null || !document.isSound(path)) return [];
  const { message, hint } = baseUrlText(flaw);
  return [
    problem('EVA_BAD_VALUE:base_url', `"base_url" ${short(message)}`, { hint, at: discreet(source.place(path)) }),
  ];
}

/** Returns what is known of the server of a type; an unknown type is held to the form of most servers. */
function serverOf(type: string | undefined): BaseUrlForm {
  const known = findType(type);
  return known ? (known.server ?? { endsWithV1: false }) : { endsWithV1: true };
}

/** Lists a problem for a dated version at an address of the v1 API, which has none. */
function versionOfV1(
  source: YamlSource,
  name: string,
  { base_url, api_version }: Partial<Provider>,
): readonly Problem[] {
  if (api_version === undefined || typeof base_url !== 'string' || !/\/openai\/v1\/*$/.test(base_url)) return [];
  const at = discreet(source.place(['providers', name, 'api_version'], 'key'));
  return [
    problem(
      'EVA_CONTRADICTION:api_version',
      '"base_url" ends with /openai/v1, which has no versions, and "api_version" is set',
      { hint: 'remove "api_version", or remove /openai/v1 from "base_url"', at },
    ),
  ];
}

/** Returns the reports that `reports:` of eva.yml names, and the problems of the others. */
function configReports(source: YamlSource): NamedReports & { readonly problems: readonly Problem[] } {
  const value = valueAt(source.value, ['reports']);
  const texts = Array.isArray(value) ? value.map((item: unknown) => (typeof item === 'string' ? item : null)) : [];
  if (texts.includes(null)) return { targets: [], flaws: [], problems: [] }; // the schema says so
  const named = readReports(texts.filter((item) => item !== null));
  const at = (index: number) => source.place(['reports', index]);
  const misplaced = texts.flatMap((item, index) => (item === null ? [] : misplacedFile(item, at(index))));
  return { ...named, problems: [...named.flaws.map(({ index, flaw }) => problemOf(flaw, at(index))), ...misplaced] };
}

function problemOf(flaw: ReportFlaw, at: Place): Problem {
  switch (flaw.flaw) {
    case 'unknown_reporter':
      return problem('EVA_BAD_VALUE:unknown_reporter', flaw, { at });
    case 'no_file':
      return problem('EVA_BAD_VALUE:no_report_file', flaw, { at });
    case 'two_on_stdout':
      return problem('EVA_BAD_VALUE:two_on_stdout', flaw, { at });
    case 'same_file':
      return problem('EVA_BAD_VALUE:same_report_file', flaw, { at });
  }
}

/** Lists a problem for a file outside of the library, or in the place of a file that eva reads. */
function misplacedFile(written: string, at: Place): readonly Problem[] {
  const [target] = readReports([written]).targets;
  if (!target || target.file === null) return [];
  const why = leavesAsText(target.file);
  if (why !== undefined) return [outsidePath(target.file, why, at)];
  const place = placeOfEva(target.file);
  return place === null ? [] : [problem('EVA_BAD_VALUE:report_in_library', { file: target.file, place }, { at })];
}
