import { problem } from '#errors/index.js';
import { parseYaml, type YamlSource } from '#load/source/yaml-source.js';
import { canonicalJson } from '#model/data/digest.js';
import type { JsonValue } from '#model/data/json.js';
import { hasErrors, type Loaded } from '#model/problem.js';
import type { Status } from '#model/prompt.js';

/** The values of meta.yml that a promotion changes. `updated` is an ISO date. */
export interface StatusChange {
  readonly status: Status;
  readonly updated: string;
}

/**
 * Replaces `status` and `updated` in the text of a meta.yml and keeps every other byte: comments, quotes, order, line ends and byte order
 * mark. Reads the result again, and reports EVA_META_EDIT if any other value differs.
 */
export function setStatus(text: string, file: string, change: StatusChange): Loaded<string> {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const bare = text.slice(mark.length);
  const source = parseYaml(bare, file);
  if (!source.value || hasErrors(source.problems)) return { value: null, problems: source.problems };
  const edited = edit(bare, source.value, change);
  if (edited === null || !saysOnly(source.value.value, edited, file, change)) return refusal(file);
  return { value: mark + edited, problems: [] };
}

function edit(text: string, source: YamlSource, change: StatusChange): string | null {
  const edits = [];
  for (const [key, value] of Object.entries(change)) {
    const range = source.range([key]);
    if (!range) return null;
    edits.push({ ...range, value });
  }
  edits.sort((a, b) => b.start - a.start);
  return edits.reduce((done, { start, end, value }) => {
    const quoted = inQuotesOf(done.slice(start, end), value);
    return done.slice(0, start) + quoted + done.slice(end);
  }, text);
}

function inQuotesOf(old: string, value: string): string {
  const quote = /^["']/.exec(old)?.[0] ?? '';
  return quote + value + quote;
}

/** Returns true if an edit changed only the two values. Anchors, block scalars and merges could make it change more. */
function saysOnly(before: JsonValue, edited: string, file: string, change: StatusChange): boolean {
  const after = parseYaml(edited, file);
  if (!after.value || hasErrors(after.problems)) return false;
  return canonicalJson(after.value.value) === canonicalJson({ ...(before as object), ...change });
}

function refusal(file: string): Loaded<string> {
  return { value: null, problems: [problem('EVA_META_EDIT', { file }, { at: { file } })] };
}
