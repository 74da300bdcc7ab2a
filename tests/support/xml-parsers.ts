import { XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';
import type { XmlElement } from './junit-readers.js';

/** Parses XML with `saxes`, which refuses what is not well-formed XML 1.0. Throws its first error. */
export function parseWithSaxes(xml: string): XmlElement {
  const root: Open = { name: '', attributes: {}, children: [], text: '' };
  const stack = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Open = { name, attributes: { ...attributes }, children: [], text: '' };
    stack.at(-1)?.children.push(element);
    stack.push(element);
  });
  parser.on('text', (text) => {
    const open = stack.at(-1);
    if (open) open.text += text;
  });
  parser.on('closetag', () => {
    stack.pop();
  });
  parser.write(xml).close();
  return firstOf(root.children);
}

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Open[];
  text: string;
}

/** Parses XML with `fast-xml-parser`. */
export function parseWithFastXml(xml: string): XmlElement {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities: {
      enabled: true,
      maxTotalExpansions: Number.MAX_SAFE_INTEGER,
      maxExpandedLength: Number.MAX_SAFE_INTEGER,
    },
    ignoreDeclaration: true,
  });
  const nodes: readonly unknown[] = parser.parse(xml);
  return firstOf(nodes.flatMap(elementOf));
}

function elementOf(node: unknown): readonly XmlElement[] {
  if (typeof node !== 'object' || node === null) return [];
  const entries = Object.entries(node);
  const [name, inside] = entries.find(([key]) => key !== ':@' && key !== '#text') ?? [];
  if (name === undefined || !Array.isArray(inside)) return [];
  const attributes = entries.find(([key]) => key === ':@')?.[1] ?? {};
  return [
    {
      name,
      attributes,
      children: inside.flatMap(elementOf),
      text: inside.map((child: unknown) => textOf(child)).join(''),
    },
  ];
}

function textOf(node: unknown): string {
  const text = typeof node === 'object' && node !== null && '#text' in node ? node['#text'] : '';
  return String(text);
}

function firstOf(elements: readonly XmlElement[]): XmlElement {
  const [first] = elements;
  if (!first) throw new Error('no element');
  return first;
}
