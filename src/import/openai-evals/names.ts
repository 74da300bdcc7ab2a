import { basename, dirname } from 'node:path';
import { maxSkillName, nearestSkillName } from '#model/text/skill-name.js';

/** Gives names that nothing else has. */
export interface Names {
  /** Takes a name, with `_2`, `_3` … if it is taken. */
  take(name: string): string;
  isTaken(name: string): boolean;
}

export function openNames(taken: Iterable<string>): Names {
  const known = new Set(taken);
  return {
    isTaken: (name) => known.has(name),
    take(name) {
      let free = name;
      for (let number = 2; known.has(free); number++) free = `${name}_${number}`;
      known.add(free);
      return free;
    },
  };
}

/** Names of files that say nothing of their content: the name of their folder does. */
const emptyNames = /^(samples?|data|dataset|evals?|test|dev|train|val|match|input)$/;

/** Returns an id for the prompt of a file: from its name or, for `samples.jsonl`, from that of its folder. */
export function promptIdOf(path: string): string {
  const name = nearestSkillName(basename(path).replace(/\.[A-Za-z]+$/, ''));
  const folder = nearestSkillName(basename(dirname(path)));
  return (name === null || emptyNames.test(name) ? (folder ?? name) : name) ?? 'samples';
}

/** Returns the id of one of several prompts: `coqa`, `coqa-2` … */
export function numberedId(id: string, index: number): string {
  const end = index === 0 ? '' : `-${index + 1}`;
  return `${id.slice(0, maxSkillName - end.length).replace(/-+$/, '')}${end}`;
}
