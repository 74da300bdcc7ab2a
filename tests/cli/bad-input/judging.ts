import { aCase, bad } from './fixture.js';

const judge = (text: string) => aCase('rubric: x', `judge: { ${text} }`);

export const judging = [bad('pass_threshold that every score meets', judge('pass_threshold: 1'))];
