const pattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const reserved = ['claude', 'anthropic'];

export const maxSkillName = 64;

/** Why a text cannot be the name of a skill: its form, its length, and the reserved words in it. */
interface SkillNameFlaws {
  readonly form: boolean;
  readonly length: boolean;
  readonly reserved: readonly string[];
}

/** Finds what a text lacks to be the name of a skill: lower-case words joined by hyphens, short, without a reserved word. */
export function skillNameFlaws(text: string): SkillNameFlaws {
  return {
    form: !pattern.test(text),
    length: text.length > maxSkillName,
    reserved: reserved.filter((word) => text.toLowerCase().includes(word)),
  };
}

export function isSkillName(text: string): boolean {
  const { form, length, reserved: words } = skillNameFlaws(text);
  return !form && !length && words.length === 0;
}

/** Returns the name of a skill that is nearest to a text; null if nothing is left of it. */
export function nearestSkillName(text: string): string | null {
  const ascii = text.slice(0, 1000).normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss').toLowerCase();
  const without = reserved.reduce((left, word) => left.replaceAll(word, ' '), ascii);
  const words = without.split(/[^a-z0-9]+/).filter((word) => word !== '');
  const name = words.join('-').slice(0, maxSkillName).replace(/-+$/, '');
  return isSkillName(name) ? name : null;
}
