// PNG files with a palette: a quarter of the size of a screenshot, and for flat colours nobody sees the difference.
import { crc32, deflateSync } from 'node:zlib';

const maxColours = 256;

/** Returns the colour of a pixel with 6 bits a channel, as a key. */
const keyAt = (pixels, at) => ((pixels[at] >> 2) << 16) | ((pixels[at + 1] >> 2) << 8) | (pixels[at + 2] >> 2);

/** Returns the most frequent colours of a picture, as keys. */
function paletteOf(pixels) {
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const key = keyAt(pixels, at);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([, a], [, b]) => b - a);
  return byCount.slice(0, maxColours).map(([key]) => key);
}

const distance = (a, b) =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

/** Returns the index of the palette's nearest colour for each key, and remembers it. */
function nearestIn(palette) {
  const known = new Map(palette.map((key, index) => [key, index]));
  return (key) => {
    const index =
      known.get(key) ??
      palette.reduce((best, one, at) => (distance(one, key) < distance(palette[best], key) ? at : best), 0);
    known.set(key, index);
    return index;
  };
}

/** Returns a chunk of a PNG file: its length, its name, its data and their checksum. */
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** Returns a PNG file of opaque pixels (red, green, blue, alpha), with the 256 most frequent colours. */
export function indexedPng({ pixels, width, height }) {
  const palette = paletteOf(pixels);
  const nearest = nearestIn(palette);
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter: none
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = nearest(keyAt(pixels, (y * width + x) * 4));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // 8 bits a pixel, which are an index of the palette
  const colours = palette.flatMap((key) =>
    [key >> 16, (key >> 8) & 255, key & 255].map((six) => (six << 2) | (six >> 4)),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours)),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
