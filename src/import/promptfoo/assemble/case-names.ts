import { isBlank } from '#model/text/characters.js';

const maxName = 160;

/** Returns a function that makes names of cases: one line each, not too long, and each name once. */
export function caseNamer(): (wished: string | undefined, fallback: string) => string {
  const taken = new Set<string>();
  return (wished, fallback) => {
    const line = (wished ?? '').replace(/[\s\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim();
    const base = isBlank(line) ? fallback : [...line].slice(0, maxName).join('').trim();
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base} (${count})`;
    taken.add(name);
    return name;
  };
}
