/**
 * Finds commands in a log as the runner of GitHub does (`ActionCommand.cs` of actions/runner): `::name properties::data` after leading blanks,
 * and `##[name properties]data` anywhere in a line.
 */

/** A command that the runner would execute. */
export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** The names that the runner knows; it ignores their case. */
const registered = new Set([
  ...['error', 'warning', 'notice', 'debug', 'group', 'endgroup', 'echo', 'add-mask', 'add-path', 'add-matcher'],
  ...['remove-matcher', 'set-output', 'set-env', 'save-state', 'stop-commands', 'internal-set-repo-path'],
]);

/** Returns the commands in a log. `further` names are known besides, such as the token that ends `stop-commands`. */
export function runnerCommands(log: string, further: readonly string[] = []): readonly RunnerCommand[] {
  return log.split(/\r\n|\n|\r/).flatMap((line) => {
    const command = secondForm(line) ?? firstForm(line);
    const isKnown = command && (registered.has(command.name.toLowerCase()) || further.includes(command.name));
    return isKnown ? [command] : [];
  });
}

function secondForm(line: string): RunnerCommand | null {
  // .NET ignores characters without width when it compares, so they do not hide a command.
  const message = line.replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '').trimStart();
  const end = message.indexOf('::', 2);
  if (!message.startsWith('::') || end === -1) return null;
  const info = message.slice(2, end);
  const space = info.indexOf(' ');
  return {
    name: space === -1 ? info : info.slice(0, space),
    properties: space === -1 ? {} : propertiesOf(info.slice(space + 1).trim(), ',', ':,'),
    data: unescaped(message.slice(end + 2), ''),
  };
}

function firstForm(line: string): RunnerCommand | null {
  const start = line.indexOf('##[');
  const end = line.indexOf(']', start);
  if (start === -1 || end === -1) return null;
  const info = line.slice(start + 3, end);
  const space = info.indexOf(' ');
  return {
    name: space === -1 ? info : info.slice(0, space),
    properties: space === -1 ? {} : propertiesOf(info.slice(space + 1), ';', ';]'),
    data: unescaped(line.slice(end + 1), ';]'),
  };
}

function propertiesOf(text: string, between: string, escaped: string): Record<string, string> {
  const pairs = text.split(between).flatMap((pair) => {
    const at = pair.indexOf('=');
    return at > 0 && at < pair.length - 1 ? [[pair.slice(0, at), unescaped(pair.slice(at + 1), escaped)] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function unescaped(text: string, further: string): string {
  const codes = ['\r', '\n', ...further, '%'];
  return codes.reduce((result, character) => {
    const code = `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
    return result.replaceAll(code, character);
  }, text);
}
