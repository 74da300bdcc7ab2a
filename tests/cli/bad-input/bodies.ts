import { bad, bodyFile, evalFile, metaFile } from './fixture.js';

export const bodies = [
  bad('prompt.xml is missing', bodyFile(null)),
  bad('prompt.xml is empty', bodyFile('')),
  bad('prompt.xml is blank', bodyFile(' \n\t\n')),
  bad('prompt.xml holds a byte order mark and nothing else', bodyFile('\ufeff')),
  bad('eval.yml is missing', evalFile(null)),
  bad('all three files are missing', {
    'prompts/diff': { directory: true },
    'prompts/diff/meta.yml': null,
    'prompts/diff/prompt.xml': null,
    'prompts/diff/eval.yml': null,
  }),
  bad('all three files are wrong', { ...metaFile('id: dif\n'), ...bodyFile(''), ...evalFile('case: []\n') }),
];
