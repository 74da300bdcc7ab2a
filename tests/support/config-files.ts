import { type ConfigNode, nodeOf } from '#import/config-node.js';
import { type ImportFinding, openLedger } from '#import/finding.js';
import type { ConfigFolder } from '#import/folder.js';
import type { ImportContext } from '#import/imported.js';
import { configDocument } from '#import/reading/documents.js';
import type { JsonValue } from '#model/data/json.js';
import type { Problem } from '#model/problem.js';

/** Returns a folder that holds these texts by their paths. */
export function folderOf(files: Readonly<Record<string, string>>): ConfigFolder {
  const missing = (path: string): Problem => ({ severity: 'error', code: 'EVA_NO_FILE', message: `no ${path}` });
  return {
    dir: '/config',
    text: (path) => {
      const text = Object.hasOwn(files, path) ? files[path] : undefined;
      return text === undefined ? { value: null, problems: [missing(path)] } : { value: text, problems: [] };
    },
    bytes: (path) => ({ value: null, problems: [missing(path)] }),
    find: () => ({ files: [] }),
  };
}

/** Returns what readers of a configuration share, with an empty ledger and these files. */
export function contextOf({
  model,
  files = {},
}: {
  model?: string;
  files?: Record<string, string>;
} = {}): ImportContext {
  return { folder: folderOf(files), ledger: openLedger(), taken: new Map(), ...(model !== undefined && { model }) };
}

/** Reads YAML as the node of a configuration. */
export function nodeIn(yaml: string): ConfigNode {
  const { value, problems } = configDocument(yaml, 'promptfooconfig.yaml');
  if (!value) throw new Error(problems.map(({ message }) => message).join('\n'));
  return value;
}

/** Makes a node of a value, at one place. */
export function nodeFor(value: JsonValue): ConfigNode {
  return nodeOf(value, { file: 'promptfooconfig.yaml', line: 1, column: 1 });
}

/** Returns findings as lines: effect, name, reason. */
export function linesOf(findings: readonly ImportFinding[]): readonly string[] {
  return findings.map(({ effect, what, reason }) => `${effect} ${what}: ${reason}`);
}
