/** Why a provider cannot be carried over, and what to do instead. */
export interface Unreachable {
  readonly unreachable: string;
  readonly todo: string;
}

const otherModel = 'add --model NAME';
const asProgram = 'write a program for it and an entry with format: json in eva.yml, or add --model NAME';

/** The reasons for providers out of reach, by group. */
export const reasons = {
  other_api: { unreachable: 'eva does not speak the protocol of its server', todo: otherModel },
  headers: { unreachable: 'its server needs headers of its own, which eva does not send', todo: otherModel },
  own_code: { unreachable: 'it is code, which an import does not run', todo: asProgram },
  own_http: { unreachable: 'it calls an address with requests of its own form', todo: asProgram },
  no_chat: { unreachable: 'its endpoint makes no chat replies', todo: otherModel },
  tools: { unreachable: 'its tools are run by the provider, by a server of tools or by callbacks', todo: otherModel },
  tools_from_code: { unreachable: 'its tools come from code, which an import does not run', todo: otherModel },
  agent: { unreachable: 'it is an agent with tools of its own', todo: asProgram },
  turns: { unreachable: 'it asks a model several times in turn', todo: otherModel },
  internal: { unreachable: 'it exists only inside promptfoo', todo: otherModel },
  in_environment: {
    unreachable: 'a part of its name or address is in an environment variable, which an import does not read',
    todo: 'write the value in its place, or add --model NAME',
  },
  no_address: {
    unreachable: 'its address is not in the configuration',
    todo: 'write the address into its config, or add --model NAME',
  },
  bad_address: { unreachable: 'its address is none that eva can use', todo: otherModel },
  bad_name: { unreachable: 'its name has no model that eva can name', todo: otherModel },
  no_id: { unreachable: 'it has no id', todo: 'write its id, or add --model NAME' },
  no_file: { unreachable: 'its file cannot be read', todo: 'put the file into the folder, or add --model NAME' },
  unknown: { unreachable: 'eva does not know this provider', todo: otherModel },
} as const satisfies Readonly<Record<string, Unreachable>>;
