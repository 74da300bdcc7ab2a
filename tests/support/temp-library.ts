import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A file's text or bytes, a symlink, a directory, or null to remove a file of the default library. */
export type FileContent = string | Uint8Array | { readonly link: string } | { readonly directory: true } | null;
export type Files = Readonly<Record<string, FileContent>>;

/** Returns the files of the smallest valid library: one prompt, `diff`, with one case. */
export function goodPrompt(): Record<string, FileContent> {
  return {
    'prompts/diff/meta.yml': goodMeta,
    'prompts/diff/prompt.xml': '<task>Change {{code}} and nothing else.</task>\n',
    'prompts/diff/eval.yml': goodEval,
  };
}

export const goodMeta = `id: diff
title: Surgical diff
summary: Changes what was asked for and nothing else.
status: draft
version: 1.0.0
created: 2026-01-02
updated: 2026-01-03
description: Writes a small diff. Use when one thing must change.
inputs:
  - name: code
    required: true
`;

export const goodEval = `defaults:
  model: claude-opus-4-7
cases:
  - name: happy
    inputs: { code: "x = 1" }
    assert:
      - contains: "<diff>"
`;

/** Writes files into a new directory until the test ends, and returns its path. */
export function tempLibrary(t: { readonly after: (tidy: () => void) => void }, files: Files): string {
  const root = mkdtempSync(join(tmpdir(), 'eva-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeEntry(join(root, name), content);
  return root;
}

function writeEntry(path: string, content: FileContent): void {
  if (content === null) return;
  mkdirSync(dirname(path), { recursive: true });
  if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(path, content);
  else if ('link' in content) symlinkSync(content.link, path);
  else mkdirSync(path);
  if (path.endsWith('.sh')) chmodSync(path, 0o755);
}
