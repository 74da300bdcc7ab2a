import { problem } from '#errors/index.js';
import { baseUrlFlaw } from '#model/data/base-url.js';
import type { Provider } from '#model/documents.gen.js';
import type { Problem } from '#model/problem.js';
import { findType } from '#provider/types/index.js';
import { type Document, discreet } from './source/document.js';
import { valueAt } from './source/path.js';
import type { YamlSource } from './source/yaml-source.js';

/** The keys that entries of all types may have. */
const common = ['type', 'rpm', 'tpm', 'concurrency'];

/** Lists problems of the entries of `providers:` that the schema does not find, such as a missing command. */
export function providerProblems(document: Document, source: YamlSource): readonly Problem[] {
  const providers = (valueAt(source.value, ['providers']) ?? {}) as Readonly<Record<string, Partial<Provider>>>;
  return Object.entries(providers).flatMap(([name, entry]) => [
    ...unusableName(source, name),
    ...withoutRequired(document, source, name, entry),
    ...meaningless(source, name, entry),
    ...unusableAddress(document, source, name, entry),
  ]);
}

/** Matches names of providers, the part of a model's name before the colon. */
const prefixPattern = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

function unusableName(source: YamlSource, name: string): readonly Problem[] {
  if (prefixPattern.test(name)) return [];
  return [problem('EVA_BAD_VALUE:provider_name', { name }, { at: discreet(source.place(['providers', name], 'key')) })];
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
    return problem('EVA_MISSING_KEY:provider', { key, name, form }, { at });
  });
}

function meaningless(source: YamlSource, name: string, entry: Partial<Provider>): readonly Problem[] {
  const type = findType(entry.type);
  if (!type) return [];
  const known = [...common, ...Object.keys(type.settings)];
  const extra = Object.keys(entry).filter((key) => !known.includes(key));
  return extra.map((key) => {
    const at = discreet(source.place(['providers', name, key], 'key'));
    return problem('EVA_UNKNOWN_KEY:provider', { key, type: type.name, known }, { at });
  });
}

/** Lists a problem for a base URL that cannot be used. Does not show a line that may contain a password. */
function unusableAddress(
  document: Document,
  source: YamlSource,
  name: string,
  { base_url, type }: Partial<Provider>,
): readonly Problem[] {
  const path = ['providers', name, 'base_url'];
  const known = findType(type);
  const endsWithV1 = known === undefined || known.server?.endsWithV1 === true;
  const flaw = typeof base_url === 'string' ? baseUrlFlaw(base_url, { endsWithV1 }) : null;
  if (flaw === null || !document.isSound(path)) return [];
  const { source: line, ...withoutLine } = source.place(path);
  const at = flaw.isSecret || line === undefined ? withoutLine : discreet({ ...withoutLine, source: line });
  return [problem('EVA_BAD_VALUE:base_url', { kind: flaw.kind, endsWithV1 }, { at })];
}
