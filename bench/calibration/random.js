/** A source of random numbers that depends on nothing but its name: sfc32 (Chris Doty-Humphrey, PractRand), seeded by FNV-1a. */
export function randomFrom(name) {
  let [a, b, c, counter] = [hash(name, 0x811c9dc5), hash(name, 0x01234567), hash(name, 0x9e3779b9), 1];
  const next = () => {
    const t = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  };
  for (let warmUp = 0; warmUp < 20; warmUp++) next();
  /** Uniform on [0, 1), 53 bits. */
  const uniform = () => ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992;
  return { uniform, normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()) };
}

function hash(text, seed) {
  let value = seed;
  for (const character of text) value = Math.imul(value ^ character.codePointAt(0), 0x01000193);
  return value >>> 0;
}
