/** The shortest end of a name that tables print and commands take. */
const shortest = 6;

/** Returns for each name its shortest end that no other name has, of six characters or more. */
export function shortNames(names: readonly string[]): ReadonlyMap<string, string> {
  // of reversed names the neighbours in sorted order share the longest ends
  const reversed = [...new Set(names)].map((name) => [...name].reverse().join('')).sort();
  return new Map(
    reversed.map((name, i) => {
      const shared = Math.max(sharedStart(name, reversed[i - 1]), sharedStart(name, reversed[i + 1]));
      return [backwards(name), backwards([...name].slice(0, Math.max(shortest, shared + 1)).join(''))];
    }),
  );
}

function backwards(text: string): string {
  return [...text].reverse().join('');
}

/** Counts the characters that two texts begin with in common. */
function sharedStart(one: string, other: string | undefined): number {
  if (other === undefined) return 0;
  const characters = [...other];
  const at = [...one].findIndex((character, i) => character !== characters[i]);
  return at === -1 ? [...one].length : at;
}
