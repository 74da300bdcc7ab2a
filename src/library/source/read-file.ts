import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { strayContent } from '#model/data/stray-content.js';
import { errorCode, type Loaded, type Place, type Problem, problem } from '#model/problem.js';

/** The maximum size of a YAML file, a schema or the body of a prompt, in bytes. */
export const maxYamlBytes = 1024 * 1024;

/** The maximum size of a file whose text becomes an input, in bytes. */
export const maxInputBytes = 5 * 1024 * 1024;

/** The content that a file seems to have during `withContent`; null outside of it. */
let pretended: { readonly path: string; readonly bytes: Buffer } | null = null;

/** Returns the result of `work`, during which a file seems to have other bytes: to check a change before it is written. */
export function withContent<T>(path: string, bytes: Buffer, work: () => T): T {
  const outer = pretended;
  pretended = { path, bytes };
  try {
    return work();
  } finally {
    pretended = outer;
  }
}

/** Reads a regular file. `file` is its name in problems: EVA_NO_FILE, EVA_NOT_A_FILE, EVA_TOO_LARGE above `maxBytes`, EVA_STRAY_CONTENT, EVA_UNREADABLE. */
export function readBytes(path: string, file: string, maxBytes: number): Loaded<Buffer> {
  noteRead(path);
  if (pretended?.path === path) return { value: pretended.bytes, problems: [] };
  let fd: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe would block until another process writes to it.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    return readOpen(fd, file, maxBytes);
  } catch (error) {
    return refused(unreadable(error, file));
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Reads a file like `readBytes`, as UTF-8 without byte order mark. Reports EVA_NOT_UTF8 for other bytes. Keeps line ends. */
export function readText(path: string, file: string, maxBytes: number): Loaded<string> {
  const { value: bytes, problems } = readBytes(path, file, maxBytes);
  if (!bytes) return { value: null, problems };
  try {
    return { value: new TextDecoder('utf-8', { fatal: true }).decode(bytes), problems };
  } catch {
    return refused(notUtf8(bytes, file));
  }
}

function readOpen(fd: number, file: string, maxBytes: number): Loaded<Buffer> {
  const stats = fstatSync(fd);
  if (!stats.isFile()) return refused(notAFile(file, stats.isDirectory() ? 'a directory' : 'a pipe or device'));
  if (stats.size > maxBytes) return refused(tooLarge(file, maxBytes));
  // A file may grow while it is read. One byte above the limit shows that it is too large.
  const bytes = Buffer.alloc(Math.min(stats.size, maxBytes) + 1);
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(fd, bytes, length, bytes.length - length, null);
    length += read;
    if (read === 0 || length === stats.size) break;
  }
  if (length > maxBytes) return refused(tooLarge(file, maxBytes));
  const content = bytes.subarray(0, length);
  const stray = strayContent(content, file);
  return stray ? refused(stray) : { value: content, problems: [] };
}

export function refused(entry: Problem): Loaded<never> {
  return { value: null, problems: [entry] };
}

export function notAFile(file: string, what: string): Problem {
  return problem('EVA_NOT_A_FILE:opened', `this is ${what}, not a file`, {
    hint: 'put a regular file in its place',
    at: { file },
  });
}

/** Returns the problem of a file above `maxBytes`. */
export function tooLarge(file: string, maxBytes: number): Problem {
  const name = basename(file);
  const known = Object.hasOwn(howToShorten, name) ? (name as keyof typeof howToShorten) : 'other';
  const kind = maxBytes === maxYamlBytes ? known : 'input';
  return problem(
    'EVA_TOO_LARGE:file',
    `the file is larger than ${maxBytes >= mebibyte ? `${maxBytes / mebibyte} MiB` : `${maxBytes} bytes`}`,
    { hint: howToShorten[kind], at: { file } },
  );
}

const mebibyte = 1024 * 1024;

const howToShortenBody = 'replace the long part by an input, {{name}}, and give it a file under "files:" (up to 5 MiB)';

/** Hints about how to shorten a file, by kind of file. */
const howToShorten = {
  'eval.yml': 'move long values into files named under "files:" (up to 5 MiB each), or cases into another prompt',
  'inputs.yml': 'move long values into files, and name those under "files:" of the case (up to 5 MiB each)',
  'prompt.xml': howToShortenBody,
  'prompt.md': howToShortenBody,
  'prompt.txt': howToShortenBody,
  'messages.yml': 'move long texts into files, and name those with content_from (up to 1 MiB each)',
  input: 'keep only the part that the case is about',
  other: 'remove what eva does not need, such as notes, examples and data',
} as const;

function notUtf8(bytes: Buffer, file: string): Problem {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return isUtf16 ? utf16(file) : bytesNotUtf8({ file });
}

/** Makes the problem of a file that begins with the byte order mark of UTF-16. */
export function utf16(file: string): Problem {
  return problem('EVA_NOT_UTF8:utf16', 'the file is UTF-16', { hint: 'save it as UTF-8', at: { file } });
}

export function bytesNotUtf8(at: Place): Problem {
  return problem('EVA_NOT_UTF8:bytes', 'the file has bytes that are not UTF-8', { hint: 'save it as UTF-8', at });
}

export function unreadable(error: unknown, file: string): Problem {
  const code = errorCode(error) ?? '';
  if (code === 'ENOENT') return problem('EVA_NO_FILE:opened', 'the file is missing', { at: { file } });
  if (code === 'EISDIR') return notAFile(file, 'a directory');
  if (code === 'ENXIO') return notAFile(file, 'a socket');
  const why = code === 'EACCES' || code === 'EPERM' ? 'permission denied' : code || 'it cannot be opened';
  return problem('EVA_UNREADABLE:opened', `the file cannot be read: ${why}`, { at: { file } });
}

/** Takes the path of each file that is about to be read; null outside of `observingReads`. */
let observer: ((path: string) => void) | null = null;

/**
 * Returns the result of `work`. Calls `onRead` with the absolute path of each file that `work` reads or looks for, before it does: also of
 * files that do not exist. `work` is synchronous.
 */
export function observingReads<T>(onRead: (path: string) => void, work: () => T): T {
  const outer = observer;
  observer = onRead;
  try {
    return work();
  } finally {
    observer = outer;
  }
}

/** Reports that the file at an absolute path is about to be read, if somebody observes that. */
export function noteRead(path: string): void {
  observer?.(path);
}

/** Makes the problem of a NUL character in a text for a model. */
export function nulCharacter(at: Place): Problem {
  return problem('EVA_BAD_CHARACTER:body', 'the file has the control character U+0000', { hint: 'remove it', at });
}
