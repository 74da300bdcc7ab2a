import { aCheck, bad } from './fixture.js';

const withFile = (content: string, name = 'schema.json') => ({
  ...aCheck(`json_schema: ${name}`),
  [`prompts/diff/${name}`]: content,
});

export const jsonSchemas = [
  bad('a type that does not exist', aCheck('json_schema: { type: objekt }')),
  bad('a type that is a number', aCheck('json_schema: { type: 7 }')),
  bad('properties is a list', aCheck('json_schema: { type: object, properties: [name] }')),
  bad('required is a text', aCheck('json_schema: { type: object, required: name }')),
  bad('required is true, as in draft 3', aCheck('json_schema: { properties: { a: { required: true } } }')),
  bad('enum is a text', aCheck('json_schema: { enum: red }')),
  bad('minimum is a text', aCheck('json_schema: { type: number, minimum: "3" }')),
  bad('a pattern does not compile', aCheck('json_schema: { type: string, pattern: "[a-" }')),
  bad('a reference to the network', aCheck('json_schema: { $ref: "https://example.com/schema.json" }')),
  bad(
    'a dialect that eva does not know',
    aCheck('json_schema: { $schema: "http://json-schema.org/draft-03/schema#" }'),
  ),
  bad('a schema is a number', aCheck('json_schema: 7')),
  bad('a schema is a list', aCheck('json_schema: [text]')),
  bad('a schema is null', aCheck('json_schema:')),
  bad('a schema is true', aCheck('json_schema: true')),
  bad('a schema file is not JSON', withFile('{"type": "object",,}')),
  bad('a schema file is a list', withFile('["object"]')),
  bad('a schema file is a directory', {
    ...aCheck('json_schema: schemas'),
    'prompts/diff/schemas': { directory: true },
  }),
  bad('a schema file with the wrapper of chat completions', withFile('{"name": "x", "schema": {"type": "object"}}')),
  bad('a schema accepts anything', aCheck('json_schema: {}')),
];
