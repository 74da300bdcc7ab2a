import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeIn } from '#import/config-node.js';
import { type ImportFinding, openLedger } from '#import/finding.js';
import { openConfigFolder } from '#import/folder.js';
import type { ImportedPrompt } from '#import/imported.js';
import { type PromptSetting, readPrompts } from '#import/prompts/read-prompts.js';
import { parseYaml } from '#library/source/yaml-source.js';

export interface ReadPrompts {
  readonly prompts: readonly ImportedPrompt[];
  readonly findings: readonly ImportFinding[];
}

/** Reads `prompts` of a configuration in a folder with files. */
export function read(
  prompts: string,
  files: Readonly<Record<string, string | Buffer>> = {},
  setting: PromptSetting = {},
): ReadPrompts {
  const dir = mkdtempSync(join(tmpdir(), 'eva-import-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), content);
    }
    const { value: source } = parseYaml(prompts, 'promptfooconfig.yaml', { foreign: true });
    if (!source) throw new Error('not YAML');
    const ledger = openLedger();
    const context = { folder: openConfigFolder(dir), ledger };
    return { prompts: readPrompts(nodeIn(source), context, setting), findings: ledger.all() };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Returns the texts of bodies, or the messages. */
export function bodies({ prompts }: ReadPrompts): readonly unknown[] {
  return prompts.map(({ body }) => (body.kind === 'text' ? body.text : body.messages));
}

/** Returns findings as `effect what: reason (file:line)`. */
export function said({ findings }: ReadPrompts): readonly string[] {
  return findings.map(({ effect, what, reason, at }) => `${effect} ${what}: ${reason} (${at.file}:${at.line})`);
}
