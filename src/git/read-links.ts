import type { TreeEntry } from './list-tree.js';
import { blobSizes, readBlobs } from './read-blobs.js';
import type { GitPlace } from './run-git.js';

/** No system follows a link with a longer target. */
const maxLinkBytes = 4096;
/** The maximum size of all targets that are kept, in bytes. */
const maxAllBytes = 64 * 1024 * 1024;

/** Returns the targets of the links among these entries, by the names of their objects. Leaves out those that are missing or too long. */
export async function readLinks(entries: readonly TreeEntry[], place: GitPlace): Promise<ReadonlyMap<string, string>> {
  const links = entries.filter(({ kind }) => kind === 'link');
  const sizes = await blobSizes(links, place);
  let left = maxAllBytes;
  const readable = links.filter((_, at) => {
    const size = sizes[at] ?? Number.POSITIVE_INFINITY;
    if (size > maxLinkBytes || size > left) return false;
    left -= size;
    return true;
  });
  const texts: Buffer[][] = [];
  const sink = {
    begin: () => void texts.push([]),
    add: (bytes: Buffer) => void texts.at(-1)?.push(Buffer.from(bytes)),
    end: () => {},
  };
  await readBlobs(readable, sink, place);
  return new Map(readable.map(({ object }, at) => [object, Buffer.concat(texts[at] ?? []).toString('utf8')]));
}
