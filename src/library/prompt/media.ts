import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { sha256 } from '#model/data/digest.js';
import type { Loaded, Place, Problem } from '#model/problem.js';
import { EvaError, problem } from '#model/problem.js';
import type { MediaPath, MediaType } from '#model/reply/exchange.js';
import { short } from '#model/text/quoted.js';
import { candidatesFor, type Hidden, resolveInside } from '../source/inside-root.js';
import { readBytes, refused } from '../source/read-file.js';

/** The maximum size of a file of a message, and of all files of a request, in bytes. */
const maxMediaBytes = 20 * 1024 * 1024;

export const maxRequestBytes = 30 * 1024 * 1024;

/** The library and the prompt that a path is relative to. */
export interface PromptFolder {
  readonly root: string;
  readonly id: string;
}

/** Where a path is written, and the hidden files that it may lead to. */
export interface MentionedAt {
  readonly at: Place;
  readonly hidden: Hidden;
}

interface ReadFile {
  /** null for a file of no known type. */
  readonly media_type: MediaType | null;
  readonly sha256: string;
  readonly bytes: number;
}

/** Reads the files of messages, each once. Keeps their digests, not their bytes. */
export class MediaFiles {
  readonly #known = new Map<string, Loaded<ReadFile>>();

  /**
   * Finds and checks a file, below the root, else below the prompt's folder. Problems, at the place of the path: EVA_BAD_MEDIA for a web
   * address, for a file that is no PNG, JPEG, GIF, WebP or PDF, and for one whose name says another type; EVA_TOO_LARGE; those of
   * `resolveInside`.
   */
  find({ root, id }: PromptFolder, written: string, { at, hidden }: MentionedAt): Loaded<MediaPath> {
    if (/^[a-z][a-z0-9+.-]*:\/\/|^data:/i.test(written))
      return refused(
        problem(
          'EVA_BAD_MEDIA:address',
          'a file of a message cannot be a web address: its bytes could change between runs',
          { hint: 'save the file in the library and write its path', at },
        ),
      );
    const inside = resolveInside(root, candidatesFor(id, written), at, hidden);
    if (!inside.value) return { value: null, problems: inside.problems };
    const { path, file } = inside.value;
    const { value: read, problems } = this.#read(path, file);
    if (!read) return { value: null, problems: problems.map((entry) => placed(entry, file, at)) };
    const { media_type } = read;
    if (media_type === null)
      return refused(
        problem('EVA_BAD_MEDIA:unknown', `${short(file)} is not a ${types} file: its first bytes are of no such type`, {
          hint: `name a ${types} file; write the content of a text file with content_from`,
          at,
        }),
      );
    const extension = /[^/]\.([A-Za-z][A-Za-z0-9]*)$/.exec(file)?.[1];
    if (extension !== undefined && !extensions[media_type].includes(extension.toLowerCase())) {
      return refused(
        problem(
          'EVA_BAD_MEDIA:name',
          `${short(file)} ends in .${short(extension)}, but its first bytes are those of ${media_type}`,
          { hint: 'rename the file to the type that it has, or replace it', at },
        ),
      );
    }
    return { value: { path: file, media_type, sha256: read.sha256, bytes: read.bytes }, problems: [] };
  }

  #read(path: string, file: string): Loaded<ReadFile> {
    const known = this.#known.get(path);
    if (known) return known;
    const { value: bytes, problems } = readBytes(path, file, maxMediaBytes);
    const read = bytes && {
      media_type: mediaTypeOf(bytes),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.length,
    };
    this.#known.set(path, { value: read, problems });
    return { value: read, problems };
  }
}

/** Returns the problem of a file that is too large at the place that names it. */
function placed(entry: Problem, path: string, at: Place): Problem {
  return entry.code === 'EVA_TOO_LARGE'
    ? problem('EVA_TOO_LARGE:media', `${short(path)} is larger than ${maxMediaBytes / mebibyte} MiB`, {
        hint: 'make the file smaller, for example by a lower resolution',
        at,
      })
    : entry;
}

const extensions: Readonly<Record<MediaType, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
};

/** The first bytes of each type, as Latin-1; a dot is any byte. */
const signatures: readonly (readonly [MediaType, RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['application/pdf', /^%PDF-/],
];

function mediaTypeOf(bytes: Buffer): MediaType | null {
  const first = bytes.toString('latin1', 0, 12);
  return signatures.find(([, signature]) => signature.test(first))?.[0] ?? null;
}

/**
 * Returns a function that reads a file of a message as base64. It looks below the library's root, then below `others`, the roots of other
 * versions of the library, and takes the file with the right digest. It throws EVA_RUN_CHANGED if the file is gone, is
 * a pipe or device, or its bytes are not those of its digest, since the key of the reply and the evidence hold that digest.
 */
export function mediaReader(root: string, others: readonly string[] = []): (file: MediaPath) => Promise<string> {
  const roots = [root, ...others];
  return async ({ path, sha256: planned }) => {
    for (const folder of roots) {
      const { value: bytes } = readBytes(resolve(folder, path), path, maxMediaBytes);
      if (bytes !== null && sha256(bytes) === planned) return bytes.toString('base64');
    }
    throw new EvaError([
      problem('EVA_RUN_CHANGED:file', `${short(path)} changed since the run was planned, or is gone`, {
        hint: 'undo the change to resume the run, or start a new one',
      }),
    ]);
  };
}

/** Makes the problem of a request whose files have too many bytes together. */
export function tooLargeRequest(bytes: number, at: Place): Problem {
  return problem(
    'EVA_TOO_LARGE:request',
    `the files of one request have ${Math.ceil(bytes / mebibyte)} MiB together; the limit is ${maxRequestBytes / mebibyte} MiB`,
    { hint: 'make the files smaller, or send fewer of them', at },
  );
}

const types = 'PNG, JPEG, GIF, WebP or PDF';

const mebibyte = 1024 * 1024;
