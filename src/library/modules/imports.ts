import { parse } from 'acorn';
import { isError } from '#model/problem.js';

/** An import of a module. `start` and `end` are offsets of its specifier in UTF-16 units. */
interface Import {
  /** undefined for `import(…)`. */
  readonly specifier: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** The imports of a module, and the names that it exports: null if not all of them are written in it. */
interface ModuleSyntax {
  readonly imports: readonly Import[];
  readonly exports: readonly string[] | null;
}

/** A node of a syntax tree, with the fields of ESTree that imports and exports have. */
interface SyntaxNode extends Partial<Record<'source' | 'exported' | 'declaration' | 'id', SyntaxNode | null>> {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly specifiers?: readonly SyntaxNode[];
  readonly declarations?: readonly SyntaxNode[];
}

/**
 * Returns the imports and exports of a module, or the offset of a syntax error. Parses it as Node does, since a lexer guesses where patterns and
 * texts end: a module can be written so that it does not see an import.
 */
export function importsOf(source: string): ModuleSyntax | { readonly errorAt: number } {
  try {
    const { body } = parse(source, { ecmaVersion: 'latest', sourceType: 'module' }) as {
      readonly body: readonly SyntaxNode[];
    };
    const names = body.flatMap(exportedBy);
    const exports = names.filter((name) => name !== undefined);
    return { imports: importsIn(body), exports: exports.length < names.length ? null : exports };
  } catch (error) {
    const at = isError(error) && 'pos' in error ? Number(error.pos) : 0;
    return { errorAt: Math.min(at, Math.max(0, source.length - 1)) };
  }
}

/** Returns the imports in their order, `import(…)` at any depth. */
function importsIn(body: readonly SyntaxNode[]): readonly Import[] {
  const imports: Import[] = [];
  for (const left: unknown[] = [...body]; left.length > 0; ) {
    const part = left.pop();
    if (typeof part !== 'object' || part === null) continue;
    for (const inner of Object.values(part)) left.push(inner);
    const { type, source } = part as Partial<SyntaxNode>;
    if (type === undefined || !source) continue; // the value of a pattern has a `source` too
    const [specifier, quote] = type === 'ImportExpression' ? [undefined, 0] : [String(source.value), 1];
    imports.push({ specifier, start: source.start + quote, end: source.end - quote });
  }
  return imports.sort((a, b) => a.start - b.start);
}

/** Returns the names that a statement exports; undefined for names that it does not contain, or takes out of an object. */
function exportedBy({ type, exported, specifiers = [], declaration }: SyntaxNode): readonly (string | undefined)[] {
  if (type === 'ExportDefaultDeclaration') return ['default'];
  if (type === 'ExportAllDeclaration') return [nameOf(exported)];
  if (type !== 'ExportNamedDeclaration') return [];
  const declared = declaration ? (declaration.declarations ?? [declaration]) : [];
  return [...specifiers.map((one) => nameOf(one.exported)), ...declared.map(({ id }) => nameOf(id))];
}

function nameOf(node: SyntaxNode | null | undefined): string | undefined {
  return node?.name ?? (typeof node?.value === 'string' ? node.value : undefined);
}
