const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes a visible text for XML, in elements and in attributes. The characters that XML 1.0 lacks are visible codes before. */
export function escapeXml(visible: string): string {
  return visible.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** The values of attributes: visible texts and numbers. An attribute whose value is null is left out. */
export type Attributes = Readonly<Record<string, string | number | null>>;

/** Renders a start tag without its last character: `<testcase name="a"`. */
function startOf(name: string, attributes: Attributes): string {
  const own = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [` ${key}="${escapeXml(String(value))}"`],
  );
  return `<${name}${own.join('')}`;
}

export function startTag(name: string, attributes: Attributes): string {
  return `${startOf(name, attributes)}>`;
}

/** Renders an element with text, or without content if the text is empty. */
export function element(name: string, attributes: Attributes, text = ''): string {
  const start = startOf(name, attributes);
  return text === '' ? `${start}/>` : `${start}>${escapeXml(text)}</${name}>`;
}

/** Renders an element around others, which are rendered already and indented by `depth`. */
export function around(name: string, attributes: Attributes, inside: readonly string[], depth: number): string {
  if (inside.length === 0) return element(name, attributes);
  const lines = inside.map((one) => `\n${'  '.repeat(depth)}${one}`);
  return `${startTag(name, attributes)}${lines.join('')}\n${'  '.repeat(depth - 1)}</${name}>`;
}
