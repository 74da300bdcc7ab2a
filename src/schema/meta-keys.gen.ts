// Written by scripts/generate.js from schemas/. Do not edit: change the schema and run `npm run gen`.

export const metaKeys: readonly string[] = [
  'id',
  'title',
  'summary',
  'status',
  'version',
  'created',
  'updated',
  'tags',
  'model',
  'inputs',
  'braces',
  'description',
  'triggers',
  'not_for',
  'notes',
  'promotion',
];
