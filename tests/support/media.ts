/** The smallest files with the first bytes of each type that a message may have. */
export const media = {
  png: bytes('\x89PNG\r\n\x1a\n', 'one pixel'),
  jpeg: bytes('\xff\xd8\xff\xe0', 'JFIF'),
  gif: bytes('GIF89a', ';'),
  webp: bytes('RIFF\x04\0\0\0WEBP', 'VP8 '),
  pdf: bytes('%PDF-1.7\n', '%%EOF\n'),
} as const;

/** Returns a file that begins with these bytes. Files with different ends have different digests. */
export function bytes(start: string, end: string): Uint8Array {
  return Buffer.from(`${start}${end}`, 'latin1');
}
