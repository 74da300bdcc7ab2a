const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Renders a number of bytes in decimal units: `812 bytes`, `12.4 kB`, `3.1 GB`. */
export function bytesInWords(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  if (power === 0) return bytes === 1 ? '1 byte' : `${value} bytes`;
  return value >= 999.95 && power < units.length - 1
    ? `1.0 ${units[power + 1]}`
    : `${value.toFixed(1)} ${units[power]}`;
}
