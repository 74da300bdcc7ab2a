import type { BaseUrlFlaw, BaseUrlForm } from '../data/base-url.js';
import { baseUrlExample, baseUrlText } from '../reply/failed-attempt.js';
import { quoted } from '../text/quoted.js';
import type { SentenceTable } from './table.js';

/** An invalid name of a model. `forms` lists the valid forms. */
export interface BadModel {
  readonly name: string;
  readonly forms: string;
  /** The name that was probably meant. */
  readonly meant?: string;
}

function nameHint({ forms, meant }: BadModel): string {
  return meant === undefined ? `write ${forms}` : `did you mean ${meant}?`;
}

/** An answer of a provider after which no attempt can succeed. `variable` is that of its key; empty without a key. */
export interface Refusal {
  readonly provider: string;
  readonly model: string;
  readonly variable: string;
  /** The provider's own words. */
  readonly reason: string;
  /** What to do if the credentials are in no variable. */
  readonly login?: string;
}

/** The variable with the key of an entry, and what its server gets while that is not set; null if it gets no key. */
export interface UnsetKey {
  readonly provider: string;
  readonly variable: string;
  readonly login: string | null;
}

/** An optional package, the provider that needs it, and the command that installs it. */
export interface Package {
  readonly provider: string;
  readonly name: string;
  readonly install: string;
}

/** A region or a project that a provider needs and does not have, with the variables that can hold it. */
export interface MissingPlaces {
  readonly provider: string;
  readonly type: string;
  readonly missing: readonly {
    readonly setting: string;
    readonly variables: readonly string[];
    readonly example: string;
  }[];
}

/** A variable whose value is no region or project. */
export interface WrongPlace {
  readonly variable: string;
  readonly setting: string;
  readonly example: string;
}

/** A name that a model of another cloud or maker has. */
export interface CloudModel {
  readonly name: string;
  readonly meant?: string;
  readonly provider: string;
  readonly example: string;
}

/** A provider without the address of its server. `variable` could hold it. */
export interface NoBaseUrl extends BaseUrlForm {
  readonly provider: string;
  readonly variable: string;
}

/** A request that was refused for the name of its token limit. `name` is the one that the server takes. */
export interface RefusedTokenLimit extends Refusal {
  readonly name: string;
  /** True if the provider has an entry in eva.yml. Without one, its name is that of its type. */
  readonly hasEntry: boolean;
}

/** The sentences of problems that `provider` finds. */
export const providerSentences = {
  'EVA_BAD_MODEL:form': (model: BadModel) => ({
    message: `"${model.name}" is not the name of a model`,
    hint: nameHint(model),
  }),
  'EVA_BAD_MODEL:provider': (model: BadModel) => ({
    message: `"${model.name}" names no provider that eva knows`,
    hint: nameHint(model),
  }),
  'EVA_KEY_REFUSED:unset': ({ provider, variable, reason }: Refusal) => ({
    message: `${provider} does not accept a request without a key: ${reason}`,
    hint: `${variable} is not set, so no key was sent: run \`export ${variable}=…\``,
  }),
  'EVA_KEY_REFUSED:provider': ({ provider, variable, reason, login }: Refusal) => ({
    message: `${provider} does not accept the ${login === undefined ? 'key' : 'credentials'}: ${reason}`,
    hint:
      login ?? (variable === '' ? `log in to ${provider} and run the command again` : `check the value of ${variable}`),
  }),
  EVA_NOT_ALLOWED: ({ provider, model, reason }: Refusal) => ({
    message: `${provider} does not let this account use ${model}: ${reason}`,
    hint: `check the account's access, region and credit at ${provider}`,
  }),
  EVA_BAD_REQUEST: ({ provider, model, reason }: Refusal) => ({
    message: `${provider} refuses the request to ${model}: ${reason}`,
    hint: 'check max_tokens, temperature, the length of the prompt and the base URL',
  }),
  'EVA_BAD_REQUEST:token_limit': ({ provider, model, reason, name, hasEntry }: RefusedTokenLimit) => ({
    message: `${provider} refuses the request to ${model}: ${reason}`,
    hint: hasEntry
      ? `add max_tokens_as: ${name} to the entry ${provider} under providers: in eva.yml`
      : `write in eva.yml: providers: { ${provider}: { type: ${provider}, max_tokens_as: ${name} } }`,
  }),
  EVA_UNKNOWN_AUTHORITY: ({ provider, reason }: Refusal) => ({
    message: `${provider} cannot be trusted: ${reason}`,
    hint: 'set NODE_EXTRA_CA_CERTS to a file with the certificate of that authority (PEM), and run the command again',
  }),
  EVA_UNKNOWN_MODEL: ({ provider, model, reason, meant }: Refusal & { readonly meant?: string }) => ({
    message: `${provider} does not know the model "${model}": ${reason}`,
    hint: `${meant === undefined ? '' : `did you mean ${quoted(meant)}? Else `}check the model's name and, if there is one, the base URL`,
  }),
  EVA_NO_PROGRAM: ({ provider, reason }: Refusal) => ({
    message: `the program of ${provider} cannot be started: ${reason}`,
    hint: 'install it, or check its name and PATH',
  }),
  'EVA_MISSING_KEY:place': ({ provider, type, missing }: MissingPlaces) => {
    const exports = missing.map(({ variables, example }) => `${variables[0]}=${example}`).join(' ');
    const settings = missing.map(({ setting, example }) => `, ${setting}: ${example}`).join('');
    const names = missing.map(({ setting }) => setting);
    return {
      message: `${provider} has no ${names.join(' and no ')}`,
      hint: `run \`export ${exports}\` with your own ${names.join(' and ')}, or write \`${provider}: { type: ${type}${settings} }\` under providers: in eva.yml`,
    };
  },
  'EVA_BAD_VALUE:base_url_variable': ({ variable, ...flaw }: BaseUrlFlaw & { readonly variable: string }) => {
    const { message, hint } = baseUrlText(flaw);
    return { message: `${variable} ${message}`, hint };
  },
  'EVA_BAD_VALUE:no_base_url': ({ provider, variable, ...form }: NoBaseUrl) => ({
    message: `${provider} needs the address of its server, and ${variable} is not set`,
    hint: `set ${variable} to ${baseUrlExample(form)}, or give ${provider} a base_url under providers: in eva.yml`,
  }),
} as const satisfies SentenceTable;
