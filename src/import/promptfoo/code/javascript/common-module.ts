import { Script } from 'node:vm';
import { type LeftOut, leftOut } from '../../assertions/mapped.js';
import { isPureBuiltIn } from './built-ins.js';
import { syntaxFlaw } from './inline-code.js';
import { withoutComments } from './refusals.js';

/** Returns what is wrong with a text as a script, which has no `return` of its own. It is compiled and not executed. */
function scriptFlaw(text: string): string | undefined {
  try {
    new Script(`'use strict';\n${text}`);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Writes a CommonJS module as a module whose default export is its `module.exports`; or why that is impossible. */
export function commonModule(path: string, text: string): string | LeftOut {
  const flaw = syntaxFlaw(text, ['module', 'exports', 'require']) ?? scriptFlaw(text);
  if (flaw !== undefined) return leftOut(`${path} is no code that eva can run: ${flaw}`);
  const code = withoutComments(text);
  const required = [...code.matchAll(/\brequire\s*\(\s*(['"`])([^'"`]+)\1\s*\)/g)].map(([, , name = '']) => name);
  const isPlain = (code.match(/\brequire\b/g) ?? []).length === required.length;
  const other = isPlain ? required.find((name) => !isPureBuiltIn(name)) : 'a module by a computed name';
  if (other !== undefined) {
    return leftOut(
      `${path} requires ${isPlain ? `"${other}"` : other}`,
      'write it without packages, files and connections',
    );
  }
  const names = [...new Set(required)];
  const imports = names.map(
    (name, index) => `import required_${index + 1} from 'node:${name.replace(/^node:/, '')}';\n`,
  );
  const table = names.map((name, index) => `${JSON.stringify(name)}: required_${index + 1}`).join(', ');
  const require = names.length === 0 ? '' : `const require = (name) => ({ ${table} })[name];\n`;
  return `// Copied from ${path}, a CommonJS module\n${imports.join('')}${require}const module = { exports: {} };\nconst { exports } = module;\n${text}\nexport default module.exports;\n`;
}
