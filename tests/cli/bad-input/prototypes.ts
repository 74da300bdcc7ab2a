import { aCase, aCaseWithout, aCheck, bad, beforeCases, configFile, evalFile, metaLine, metaPlus } from './fixture.js';

/** Names of inherited properties, which are ordinary names in files. */
export const prototypes = [
  bad('a check named constructor', aCheck('constructor: a')),
  bad('a check named toString', aCheck('toString: a')),
  bad('a check named __proto__', aCheck('__proto__: a')),
  bad('a key of a case named constructor', aCase('rubric: x', 'constructor: a')),
  bad('a key of a case named __proto__', aCase('rubric: x', '__proto__: { name: b }')),
  bad(
    'a key of the file named hasOwnProperty',
    beforeCases('defaults: { model: claude-opus-4-7 }', 'hasOwnProperty: 1'),
  ),
  bad('a key of the defaults named __proto__', beforeCases('defaults: { __proto__: { model: claude-opus-4-7 } }')),
  bad('an input that is not declared named constructor', aCaseWithout('inputs: { code: x, constructor: y }')),
  bad('an input that is not declared named __proto__', aCaseWithout('inputs: { code: x, __proto__: y }')),
  bad('a required input named toString has no value', metaPlus('  - name: toString', '    required: true')),
  bad('a required input named __proto__ has no value', metaPlus('  - name: __proto__', '    required: true')),
  bad('the body asks for constructor', { 'prompts/diff/prompt.xml': '{{code}} {{constructor}}\n' }),
  bad('the body asks for __proto__', { 'prompts/diff/prompt.xml': '{{code}} {{__proto__}}\n' }),
  bad('a model of the provider constructor', aCase('rubric: x', 'model: constructor:a')),
  bad('a command named toString', aCase('rubric: x', 'model: command:toString')),
  bad('a criterion named valueOf', aCase('rubric: x', 'criteria: { valueOf: { proportion: 0.9 } }')),
  bad('a status named constructor', metaLine('status: draft', 'status: constructor')),
  bad('a provider of the type constructor', configFile('providers: { constructor: { type: constructor } }')),
  bad(
    'two cases named __proto__',
    evalFile(
      'defaults: { model: claude-opus-4-7 }\ncases:\n  - { name: __proto__, inputs: { code: x }, rubric: y }\n  - { name: __proto__, inputs: { code: x }, rubric: y }\n',
    ),
  ),
  bad('the prompt constructor does not exist', {}, ['eval', 'constructor']),
  bad('the prompt __proto__ does not exist', {}, ['eval', '__proto__']),
];
