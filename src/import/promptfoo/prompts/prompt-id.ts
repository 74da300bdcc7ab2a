import { maxSkillName, nearestSkillName } from '#model/text/skill-name.js';

/** The most characters of an id that is made of the words of a prompt. */
const most = 40;

/** Returns an id for a prompt from its title, which no other prompt has: `order-status`, `order-status-2`. */
export function promptId(title: string, taken: ReadonlySet<string>): string {
  const name = nearestSkillName(title) ?? 'prompt';
  const short =
    name.length <= most
      ? name
      : name
          .slice(0, most + 1)
          .replace(/-[^-]*$/, '')
          .slice(0, most);
  const base = short.replace(/-+$/, '');
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `-${number}`;
    const id = `${base.slice(0, maxSkillName - end.length).replace(/-+$/, '')}${end}`;
    if (!taken.has(id)) return id;
  }
}
