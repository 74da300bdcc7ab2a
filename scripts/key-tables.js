// The tables of docs/reference that list the keys of each YAML file. They follow from the descriptions in schemas/.
import { readFileSync } from 'node:fs';
import { withSection } from '../bench/in-docs.js';
import { readSchema } from './schemas.js';

const schemas = new Map();

/** The pages with tables, and of each table: its name on the page, its schema, and which keys it lists. */
const pages = {
  'docs/reference/eval-yml.md': [
    ['keys of eval.yml', '#'],
    ['keys of a case', '#/$defs/case', notSettings],
    ['keys of a scenario', '#/$defs/scenario', (key) => notSettings(key) && !isOfCase(key)],
    ['keys of dataset', '#/$defs/dataset'],
    ['keys of a slice', '#/$defs/slice'],
    ['settings', settings],
    ['keys of an expectation', '#/$defs/expectation'],
    ['keys of class', '#/$defs/class'],
    ['keys of judge', '#/$defs/judge'],
    ['keys of scale', '#/$defs/scale'],
    ['keys of user_simulator', '#/$defs/user_simulator'],
    ['keys of app', '#/$defs/app'],
    ['keys of writing_style', '#/$defs/writing_style'],
    ['keys of compare', '#/$defs/compare'],
    ['keys of triggering', '#/$defs/triggering'],
    ['keys of triggering.judge', '#/$defs/trigger_judge'],
  ].map((table) => ['eval', ...table]),
  'docs/reference/eva-yml.md': [
    ['eva-config', 'keys of eva.yml', '#'],
    ['eva-config', 'keys of a provider', '#/$defs/provider'],
    ['eva-config', 'keys of a price', '#/$defs/price'],
    ['eva-config', 'keys of budget', '#/properties/budget'],
    ['meta', 'keys of promotion', '#/$defs/promotion'],
  ],
  'docs/reference/meta-yml.md': [
    ['meta', 'keys of meta.yml', '#'],
    ['meta', 'keys of an input', '#/$defs/input'],
  ],
  'docs/reference/messages-yml.md': [
    ['messages', 'keys of a message', '#/$defs/message'],
    ['eval', 'keys of a part', '#/$defs/message_part'],
  ],
  'docs/reference/inputs-and-rubrics.md': [
    ['rubrics', 'keys of rubrics.yml', '#'],
    ['rubrics', 'keys of a rubric', '#/$defs/frozen_rubric'],
    ['mutations', 'keys of an equivalent mutant', '#/$defs/equivalent_mutant'],
  ],
};

/** Returns every page that has tables of keys, with its tables written anew. */
export function keyTablePages() {
  return Object.fromEntries(
    Object.entries(pages).map(([path, tables]) => [
      path,
      tables.reduce(
        (text, [kind, name, from, keep]) =>
          withSection(text, name, typeof from === 'function' ? from() : keyTable(kind, from, keep)),
        readFileSync(path, 'utf8'),
      ),
    ]),
  );
}

function isOfCase(key) {
  return key !== 'then' && key in schemaOf('eval').$defs.case.properties;
}

function notSettings(key) {
  return !(key in schemaOf('eval').$defs.defaults.properties) && key !== 'max_turns';
}

/** The settings that cases, scenarios and `defaults` share, with where each may be set. */
function settings() {
  const { defaults, case: ofCase, scenario } = schemaOf('eval').$defs;
  const places = { defaults, case: ofCase, scenario };
  const keys = [...Object.keys(defaults.properties), 'max_turns'];
  const rows = keys.map((key) => {
    const where = Object.keys(places).filter((place) => key in places[place].properties);
    const property = places[where[0]].properties[key];
    return [`\`${key}\``, where.join(', '), valuesOf('eval', property), meaningOf('eval', property)];
  });
  return table(['key', 'set in', 'value', 'meaning'], rows);
}

function keyTable(kind, pointer, keep = () => true) {
  const { properties, required = [] } = at(kind, pointer);
  const keys = Object.keys(properties).filter(keep);
  const shared = keys.filter((key) => pointer !== '#' && !required.includes(key) && isCallSetting(properties[key]));
  const rows = keys
    .filter((key) => !shared.includes(key))
    .map((key) => [
      `\`${key}\``,
      valuesOf(kind, properties[key]),
      `${required.includes(key) ? 'Required. ' : ''}${meaningOf(kind, properties[key])}`,
    ]);
  const ofTheCall = [shared.map((key) => `\`${key}\``).join(', '), '', 'As in [Settings](#settings), for this model.'];
  return table(['key', 'value', 'meaning'], shared.length > 0 ? [...rows, ofTheCall] : rows);
}

/** True for the settings of a call that every table of a model would repeat. */
function isCallSetting({ $ref }) {
  return ['model', 'timeout_s', 'max_tokens', 'temperature'].some((name) => $ref === `#/$defs/${name}`);
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function schemaOf(kind) {
  if (!schemas.has(kind)) schemas.set(kind, readSchema(kind));
  return schemas.get(kind);
}

function at(kind, pointer) {
  return pointer
    .split('/')
    .slice(1)
    .reduce((schema, part) => schema[part], schemaOf(kind));
}

/** Follows `$ref`, also into another schema. */
function target(kind, property) {
  if (property.$ref === undefined) return [kind, property];
  const [, other = '', pointer] = /^(?:([\w-]+)\.schema\.json)?(#.*)$/.exec(property.$ref);
  return target(other || kind, at(other || kind, pointer));
}

function meaningOf(kind, property) {
  return property.description ?? target(kind, property)[1].description ?? '';
}

/** Says in words which values a key takes. */
function valuesOf(kind, property) {
  const [own, schema] = target(kind, property);
  if (schema.if?.type === 'object') return `${valuesOf(own, schema.else)} or mapping`;
  if (schema.enum && schema.enum.length <= 8) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.enum) return 'name of a metric';
  if (schema.const !== undefined) return `\`${schema.const}\``;
  const types = [schema.type ?? 'anything'].flat();
  return types.map((type) => typeInWords(type, own, schema)).join(' or ');
}

function typeInWords(type, kind, schema) {
  if (type === 'integer' || type === 'number') return range(schema);
  if (type === 'array') return listOf(kind, schema.items ?? schema.then?.items ?? {});
  return { string: 'text', boolean: '`true` or `false`', object: 'mapping', anything: 'anything' }[type];
}

function listOf(kind, items) {
  const [, { type, title }] = target(kind, items);
  if (type === 'string') return 'list of texts';
  if (Array.isArray(type)) return type.includes('object') ? 'list of texts or mappings' : 'list of values';
  return title === undefined ? 'list' : 'list of mappings';
}

function range({ type, minimum, exclusiveMinimum, maximum, exclusiveMaximum }) {
  const noun = type === 'integer' ? 'whole number' : 'number';
  const from =
    minimum !== undefined
      ? `from ${count(minimum)}`
      : exclusiveMinimum !== undefined
        ? `above ${count(exclusiveMinimum)}`
        : '';
  const to =
    maximum !== undefined
      ? `to ${count(maximum)}`
      : exclusiveMaximum !== undefined
        ? `below ${count(exclusiveMaximum)}`
        : '';
  return [noun, from, to].filter(Boolean).join(' ');
}

function count(value) {
  return value === Number.MAX_SAFE_INTEGER ? '2^53 - 1' : value.toLocaleString('en');
}
