import type { LibraryConfig } from '#model/config.js';
import { type BaseUrlForm, baseUrlFlaw } from '#model/data/base-url.js';
import type { EvaConfigDocument, Provider } from '#model/documents.gen.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { problem } from '#model/problem.js';
import { baseUrlText } from '#model/reply/failed-attempt.js';
import {
  flawText,
  flawVariants,
  inLibraryText,
  type NamedReports,
  placeOfEva,
  type ReportFlaw,
  readReports,
} from '#model/run/report-target.js';
import { quoted, short } from '#model/text/quoted.js';
import { findType } from '#provider/types/index.js';
import { dataSource } from '../program-data/data-source.js';
import { checkShape, type DocumentPart, readDocument } from '../source/document.js';
import { isThere, leavesAsText, outsidePath } from '../source/inside-root.js';
import { discreet, limitProblems, type Path, sortByPlace } from '../source/place.js';

/** The content of eva.yml. */
export interface LoadedConfig {
  readonly config: LibraryConfig;
  /** eva.yml itself, for its `defaults:`; null without one. */
  readonly file: DocumentPart | null;
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
    return { value: { config, file: null }, problems: [] };
  }
  const { value, problems } = ofDocument(readDocument(root, 'eva-config', [file]));
  return {
    value,
    problems: value?.file ? [...problems, ...prefixedPrices(value.config, value.file)] : problems,
  };
}

/** Warns of each price whose key begins with a provider: no model has this name at its provider, so the price is not used. */
function prefixedPrices({ prices, providers }: LibraryConfig, file: DocumentPart): readonly Problem[] {
  return Object.keys(prices).flatMap((key) => {
    const [, prefix = '', model = ''] = /^([^:]+):(\S+)$/.exec(key) ?? [];
    if (!findType(prefix) && !Object.hasOwn(providers, prefix)) return [];
    return [
      problem(
        'EVA_UNUSED_SETTING:price',
        `the price ${quoted(key)} is not used: its key must be the name of a model without the provider`,
        { hint: `write ${quoted(model)}`, at: file.in('prices', key).placeOfKey(), severity: 'warning' },
      ),
    ];
  });
}

/** Reads an object of a program in the same way as eva.yml. `place` returns the place of each part. */
export function configFromData(data: unknown, place: (path: Path) => Place): Loaded<LoadedConfig> {
  const { value: source, problems } = dataSource(data, place);
  return source ? ofDocument(checkShape('eva-config', source, problems)) : { value: null, problems };
}

function ofDocument({ value: file, problems: ofShape }: Loaded<DocumentPart>): Loaded<LoadedConfig> {
  if (!file) return { value: null, problems: limitProblems(sortByPlace(ofShape)) };
  const { targets: reports, problems: ofReports } = configReports(file.in('reports'));
  const problems = sortByPlace([
    ...ofShape,
    ...Object.keys(file.in('providers').value ?? {}).flatMap((name) =>
      providerProblems(file.in('providers', name), name),
    ),
    ...misplacedKeys(file),
    ...ofReports,
  ]);
  if (problems.length > 0) return { value: null, problems: limitProblems(problems) };
  const {
    concurrency = defaultConcurrency,
    providers = {},
    prices = {},
    budget = {},
    cache = false,
    promotion = {},
  } = file.value as EvaConfigDocument;
  const config = { concurrency, providers, prices, budget, cache, promotion, ...(reports.length > 0 && { reports }) };
  return { value: { config, file }, problems };
}

/** The keys of `defaults` that only an eval.yml may have, since they are about the cases of one prompt. */
const onlyInEvalFiles = ['models', 'assert', 'rubric', 'extract'];

function misplacedKeys(file: DocumentPart): readonly Problem[] {
  return onlyInEvalFiles.flatMap((key) => {
    const part = file.in('defaults', key);
    if (part.value === undefined) return [];
    return [
      problem('EVA_UNKNOWN_KEY:only_in_eval_yml', `the defaults of eva.yml have no "${short(key)}"`, {
        hint: `write ${short(key)}: in defaults of prompts/ID/eval.yml`,
        at: part.placeOfKey(),
      }),
    ];
  });
}

/** The keys that entries of all types may have. */
const common = ['type', 'rpm', 'tpm', 'concurrency'];

/** Lists problems of an entry of `providers:` that the schema does not find, such as a missing command. */
function providerProblems(part: DocumentPart, name: string): readonly Problem[] {
  const entry = part.value as unknown as Provider;
  const type = findType(entry.type);
  return [
    ...unusableName(part, name),
    ...withoutRequired(part, name, type),
    ...(type ? meaningless(part, Object.keys(entry), type) : []),
    ...unusableAddress(part.in('base_url'), entry.base_url, type),
    ...versionOfV1(part.in('api_version'), entry),
  ];
}

/** Matches names of providers, the part of a model's name before the colon. */
const prefixPattern = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

function unusableName(part: DocumentPart, name: string): readonly Problem[] {
  if (prefixPattern.test(name)) return [];
  return [
    problem('EVA_BAD_VALUE:provider_name', `${quoted(name)} cannot be the name of a provider`, {
      hint: 'use letters, digits, _, . and -, and begin with a letter or digit',
      at: discreet(part.placeOfKey()),
    }),
  ];
}

type FoundType = ReturnType<typeof findType>;

function withoutRequired(part: DocumentPart, name: string, type: FoundType): readonly Problem[] {
  const missing = Object.entries(type?.required ?? {}).filter(([key]) => !part.in(key).isWritten);
  return missing.map(([key, form]) =>
    problem('EVA_MISSING_KEY:provider', `"${short(key)}" is missing in ${quoted(name)}`, {
      hint: `add ${short(key)}: ${short(form)}`,
      at: discreet(part.place()),
    }),
  );
}

function meaningless(part: DocumentPart, keys: readonly string[], type: NonNullable<FoundType>): readonly Problem[] {
  const known = [...common, ...type.settings];
  const extra = keys.filter((key) => !known.includes(key));
  return extra.map((key) =>
    problem('EVA_UNKNOWN_KEY:provider', `${quoted(key)} has no effect for a provider of type ${short(type.name)}`, {
      hint: `known keys: ${known.map(short).join(', ')}`,
      at: discreet(part.in(key).placeOfKey()),
    }),
  );
}

/** Lists a problem for a base URL that cannot be used. An unknown type is held to the form of most servers. */
function unusableAddress(part: DocumentPart, url: string | undefined, type: FoundType): readonly Problem[] {
  const server: BaseUrlForm = type ? (type.server ?? { endsWithV1: false }) : { endsWithV1: true };
  const { endsWithV1, isResource } = server;
  const flaw = url === undefined ? null : baseUrlFlaw(url, { endsWithV1, ...(isResource && { isResource }) });
  if (flaw === null) return [];
  const { message, hint } = baseUrlText(flaw);
  return [problem('EVA_BAD_VALUE:base_url', `"base_url" ${short(message)}`, { hint, at: discreet(part.place()) })];
}

/** Lists a problem for a dated version at an address of the v1 API, which has none. */
function versionOfV1(part: DocumentPart, { base_url, api_version }: Partial<Provider>): readonly Problem[] {
  if (api_version === undefined || base_url === undefined || !/\/openai\/v1\/*$/.test(base_url)) return [];
  return [
    problem(
      'EVA_CONTRADICTION:api_version',
      '"base_url" ends with /openai/v1, which has no versions, and "api_version" is set',
      { hint: 'remove "api_version", or remove /openai/v1 from "base_url"', at: discreet(part.placeOfKey()) },
    ),
  ];
}

/** Returns the reports that `reports:` of eva.yml names, and the problems of the others; none if the schema refuses one of them. */
function configReports(list: DocumentPart): Pick<NamedReports, 'targets'> & { readonly problems: readonly Problem[] } {
  if (!list.isSound) return { targets: [], problems: [] };
  const items = list.items();
  const texts = items.map(({ value }) => String(value));
  const { targets, flaws } = readReports(texts);
  return {
    targets,
    problems: [
      ...flaws.map(({ index, flaw }) => problemOf(flaw, list.in(index).place())),
      ...items.flatMap((item, index) => misplacedFile(texts[index] ?? '', item.place())),
    ],
  };
}

function problemOf(flaw: ReportFlaw, at: Place): Problem {
  const { message, hint } = flawText(flaw, (name, file) => `${name}${file === undefined ? '' : `=${file}`}`);
  return problem(`EVA_BAD_VALUE:${flawVariants[flaw.flaw]}`, message, { hint, at });
}

/** Lists a problem for a file outside of the library, or in the place of a file that eva reads. */
function misplacedFile(written: string, at: Place): readonly Problem[] {
  const [target] = readReports([written]).targets;
  if (!target || target.file === null) return [];
  const why = leavesAsText(target.file);
  if (why !== undefined) return [outsidePath(target.file, why, at)];
  const place = placeOfEva(target.file);
  if (place === null) return [];
  const { message, hint } = inLibraryText(target.file, place);
  return [problem('EVA_BAD_VALUE:report_in_library', short(message), { hint, at })];
}
