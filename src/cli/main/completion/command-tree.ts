import type { Argument, Command, Option } from 'commander';

/**
 * The values that a flag or an argument takes: a prompt, a run, a folder, a file, one of a fixed list, or any text.
 */
export type Value = 'prompt' | 'run' | 'folder' | 'file' | 'text' | readonly string[];

/** A flag as shells complete it. */
export interface CompletedFlag {
  /** Every spelling: `-n`, `--number`. */
  readonly names: readonly string[];
  readonly description: string;
  /** null for a flag without a value. */
  readonly value: Value | null;
  /** True if the value may be left out. */
  readonly isOptional: boolean;
  /** True if the flag can be given several times. */
  readonly isRepeated: boolean;
}

/** A command, or a subcommand such as `cache clear`, as shells complete it. */
export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly CompletedFlag[];
  /** null for a command without arguments. */
  readonly argument: { readonly value: Value; readonly isRepeated: boolean } | null;
  readonly commands: readonly CompletedCommand[];
}

/** Reads from commander's declarations what a shell completes. `providers` are the values of `--provider`. */
export function commandTree(command: Command, providers: readonly string[] = []): CompletedCommand {
  const help = command.createHelp();
  const visible = help.visibleCommands(command);
  const commands = visible.map((one) => (one.name() === 'help' ? helpOf(one, visible) : commandTree(one, providers)));
  const [argument] = command.registeredArguments;
  return {
    name: command.name(),
    description: firstLine(command.description()),
    flags: help.visibleOptions(command).map((option) => flagOf(option, providers)),
    argument: argument ? { value: argumentValue(command, argument), isRepeated: argument.variadic } : null,
    commands,
  };
}

/** Returns `eva help`, whose argument is the name of a command. */
function helpOf(help: Command, commands: readonly Command[]): CompletedCommand {
  const names = commands.map((one) => one.name()).filter((name) => name !== 'help');
  const argument = { value: names, isRepeated: false };
  return { name: 'help', description: firstLine(help.description()), flags: [], argument, commands: [] };
}

function flagOf(option: Option, providers: readonly string[]): CompletedFlag {
  const takesValue = option.required || option.optional;
  return {
    names: [option.short, option.long].filter((name) => name !== undefined),
    description: firstLine(option.description),
    value: takesValue ? flagValue(option, providers) : null,
    isOptional: option.optional,
    isRepeated: Array.isArray(option.defaultValue),
  };
}

function flagValue(option: Option, providers: readonly string[]): Value {
  if (option.long === '--provider') return providers;
  if (option.argChoices) return option.argChoices;
  if (notPrompts.includes(option.long ?? '')) return 'text';
  return namedValue(/[<[]([^>\]]+)/.exec(option.flags)?.[1] ?? '');
}

function argumentValue(command: Command, argument: Argument): Value {
  if (argument.argChoices) return argument.argChoices;
  if (command.name() === 'new') return 'text';
  return namedValue(argument.name());
}

/** Flags whose `<id>` is not that of a prompt. */
const notPrompts: readonly string[] = ['--item'];

/** Returns the kind of value that a declaration asks for by the name between its brackets. */
function namedValue(name: string): Value {
  if (/^ids?\b/.test(name)) return 'prompt';
  if (/^run\b/.test(name)) return 'run';
  if (/^dirs?\b/.test(name)) return 'folder';
  return /^file\b/.test(name) ? 'file' : 'text';
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
