import { aCheck, bad } from './fixture.js';

/** Returns a check with a pattern in single quotes, in which YAML keeps backslashes. */
const pattern = (text: string) => aCheck(`matches: '${text}'`);

export const regexes = [
  bad('a class is not closed', pattern('[a-z')),
  bad('a class runs backwards', pattern('[z-a]')),
  bad('nothing to repeat', pattern('*diff')),
  bad('a quantifier runs backwards', pattern('a{3,1}')),
  bad('a backslash at the end', pattern('diff\\')),
  bad('a group that does not exist', pattern('(a)\\2')),
  bad('a name that does not exist', pattern('(?P<a>x)\\k<b>')),
  bad('a group without a name', pattern('(?P<>x)')),
  bad('a group named twice', pattern('(?P<a>x)(?P<a>y)')),
  bad('a flag that does not exist', pattern('(?q)diff')),
  bad('the flag x of Python', pattern('(?x) a b c')),
  bad('a possessive quantifier', pattern('a++b')),
  bad('an atomic group', pattern('(?>a+)b')),
  bad('a conditional group', pattern('(a)?(?(1)b|c)')),
  bad('a property that does not exist', pattern('\\p{Klingon}')),
  bad('not_matches with a class that is not closed', aCheck("not_matches: '[a'")),
];
