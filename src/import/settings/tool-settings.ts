import { isObject, type JsonObject, type JsonValue } from '#model/data/json.js';
import { type ConfigNode, childText } from '../config-node.js';
import { whyUnreachable } from '../providers/target.js';
import { itemsWithFiles, keyLeftOut, type Reader, type SettingPart, settingPart } from './part.js';
import { usableSchema } from './response-format.js';

/** Reads tools in the forms of all providers, and `functions`. Tools that a provider runs make it unreachable. */
export const tools: Reader = ({ node }, reading) => {
  const items = node.value === null ? [] : itemsWithFiles(node, reading.context);
  if (items === 'code') return { kind: 'unreachable', reason: whyUnreachable.tools_from_code };
  if (items === 'unreadable') return keyLeftOut('its file cannot be read');
  if (items.length === 0) return [];
  return toolList(items.flatMap(declarationsIn));
};

/** A declaration of a function, or false for a tool that the provider runs itself. */
type Declared = ConfigNode | false;

const most = 128;

function toolList(items: readonly Declared[]): SettingPart | readonly SettingPart[] {
  if (items.includes(false)) return { kind: 'unreachable', reason: whyUnreachable.tools };
  const specs = items.flatMap((item) => (item ? [specOf(item)] : []));
  const flaw = specs.find((spec) => typeof spec === 'string');
  if (typeof flaw === 'string') return keyLeftOut(flaw);
  const list = specs.filter((spec) => typeof spec !== 'string');
  if (list.length > most) return keyLeftOut(`it has more than ${most} tools`);
  if (new Set(list.map(({ name }) => name)).size < list.length)
    return keyLeftOut('two of its tools have the same name');
  const isStrict = items.some((item) => item && item.child('strict')?.value === true);
  return [settingPart('tools', list), ...(isStrict ? [keyLeftOut('eva sends no strict with a tool')] : [])];
}

/** Returns the functions that an item of `tools` declares, in the form of OpenAI, Responses, Anthropic, Bedrock or Gemini. */
function declarationsIn(item: ConfigNode): readonly Declared[] {
  const declared = item.child('functionDeclarations') ?? item.child('function_declarations');
  if (declared && Array.isArray(declared.value)) {
    return declared.value.flatMap((_, index) => declared.child(index) ?? []);
  }
  const type = childText(item, 'type');
  const wrapped = item.child('function') ?? item.child('toolSpec');
  if (wrapped && (type === undefined || type === 'function')) return [wrapped];
  const isFunction = type === undefined || type === 'function' || (type === 'custom' && item.child('input_schema'));
  return [isFunction && childText(item, 'name') ? item : false];
}

/** Returns a tool in eva's form, or the reason why eva cannot declare it. */
function specOf(node: ConfigNode): JsonObject | string {
  const name = childText(node, 'name') ?? '';
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return 'a name of a tool has characters that eva refuses';
  const written = ['parameters', 'input_schema', 'inputSchema'].map((key) => node.child(key)).find((one) => one);
  const inner = written?.child('json') ?? written;
  const schema = usableSchema(inner?.value ?? { type: 'object', properties: {} });
  if (typeof schema === 'string') return `the tool ${name} cannot be declared: ${schema}`;
  const { type = 'object' } = schema;
  if (type !== 'object') return `the arguments of the tool ${name} are no mapping`;
  const description = childText(node, 'description')?.trim();
  return { name, ...(description && { description }), input_schema: schema };
}

/** Reads the choice of a tool in the forms of all providers, and `function_call`. */
export const toolChoice: Reader = ({ node }) => {
  const choice = choiceIn(node);
  if (choice === null) return [];
  return choice === undefined
    ? keyLeftOut('eva knows auto, none, required and the name of a tool')
    : settingPart('tool_choice', choice);
};

const words = new Map([
  ['auto', 'auto'],
  ['none', 'none'],
  ['required', 'required'],
  ['any', 'required'],
]);

function choiceIn({ value }: ConfigNode): JsonValue | undefined {
  if (value === null) return null;
  if (typeof value === 'string') return words.get(value.toLowerCase());
  if (!isObject(value)) return undefined;
  const named = [value['function'], value['tool'], value].find(
    (one) => isObject(one) && typeof one['name'] === 'string',
  );
  if (isObject(named)) return { tool: String(named['name']) };
  const { type, mode } = value;
  if (typeof type === 'string') return words.get(type);
  if (typeof mode === 'string') return modeIn(mode, value['allowedFunctionNames']);
  const calling = value['functionCallingConfig'] ?? value['function_calling_config'];
  return isObject(calling)
    ? modeIn(String(calling['mode']), calling['allowedFunctionNames'] ?? calling['allowed_function_names'])
    : words.get(Object.keys(value)[0] ?? '');
}

function modeIn(mode: string, allowed: JsonValue | undefined): JsonValue | undefined {
  const [only, ...others] = Array.isArray(allowed) ? (allowed as readonly JsonValue[]) : [];
  if (only === undefined) return words.get(mode.toLowerCase());
  return others.length === 0 && typeof only === 'string' && mode.toUpperCase() === 'ANY' ? { tool: only } : undefined;
}

/** Makes a provider unreachable that lets a server of tools or callbacks answer calls. */
export const runTools: Reader = ({ node: { value } }) => {
  const isOff =
    value === null ||
    value === false ||
    (isObject(value) && (value['enabled'] === false || Object.keys(value).length === 0));
  return isOff ? [] : { kind: 'unreachable', reason: whyUnreachable.tools };
};
