import type { Problem } from '../problem.js';
import { problem } from '../problem.js';

/** The maximum size of a pointer of Git LFS, in bytes. */
export const maxPointer = 1024;

const pointer =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\r?\n(?:[\s\S]*\n)?oid sha256:([0-9a-f]{64})\r?\n(?:[\s\S]*\n)?size (\d+)\r?\n?/;

/** Returns the digest and the size of the file that a pointer of Git LFS names; null for any other content. */
export function lfsPointer(bytes: Buffer): { readonly sha256: string; readonly size: number } | null {
  if (bytes.length > maxPointer) return null;
  const [, sha256, size] = pointer.exec(bytes.toString('latin1').replace(/^\xef\xbb\xbf/, '')) ?? [];
  return sha256 === undefined ? null : { sha256, size: Number(size) };
}

/** The endings of files that a web page is never the content of. */
const dataFile = /\.(?:csv|tsv|json|jsonl|ndjson|ya?ml)$/i;
const page = /^(?:\xef\xbb\xbf)?\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html)[\s>]/i;

/**
 * Returns the problem of a file that has something else in place of its content: a pointer of Git LFS, or a web page that was saved under
 * the name of a file of data; null for neither. `bytes` is the whole file, or at least its first 1,025 bytes.
 */
export function strayContent(bytes: Buffer, file: string): Problem | null {
  if (lfsPointer(bytes)) return pointerProblem(file);
  if (!dataFile.test(file) || !page.test(bytes.toString('latin1', 0, maxPointer))) return null;
  return problem('EVA_STRAY_CONTENT:page', 'the file is a web page (HTML), not data', {
    hint: 'download the file again: a server probably answered with an error or a login page',
    at: { file },
  });
}

export function pointerProblem(file: string): Problem {
  return problem('EVA_STRAY_CONTENT:lfs', 'the file is a pointer of Git LFS, not the content that it stands for', {
    hint: 'run git lfs pull; in a workflow of GitHub, set lfs: true at actions/checkout',
    at: { file },
  });
}
