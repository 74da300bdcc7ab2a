import type { Role, Sample, SampleMessage } from './sample.js';
import { textsOf } from './sample.js';

/** The form of a message: its role, and the number of its texts if they are a list. */
export interface MessageForm {
  readonly role: Role;
  readonly texts?: number;
}

/** Samples that become one case: those of a form that have right answers, or those that have none. */
export interface Counted {
  samples: number;
  /** True if the right answers of one sample are a list. */
  hasLists: boolean;
  /** The greatest number of right answers of a sample. */
  most: number;
}

/** All samples whose messages have the same roles. */
export interface Form {
  readonly key: string;
  readonly messages: readonly MessageForm[];
  /** Each text in order, if all samples have the same. */
  readonly constants: (string | null)[];
  readonly judged: Counted;
  readonly unjudged: Counted;
  /** True if every `input` is a text. */
  isText: boolean;
}

/** What a first pass over all samples finds. */
export interface Survey {
  readonly forms: Map<string, Form>;
  /** The keys of samples besides `input`. */
  readonly keys: Set<string>;
  /** The ids of samples that have one, as long as all of them have one of their own. */
  ids: Set<string> | null;
}

/** Begins a survey without samples. */
export function emptySurvey(): Survey {
  return { forms: new Map(), keys: new Set(), ids: new Set() };
}

export function survey(seen: Survey, sample: Sample): void {
  const texts = textsOf(sample.messages);
  const form = formOf(seen, sample, texts);
  for (const [index, text] of texts.entries()) {
    if (form.constants[index] !== text) form.constants[index] = null;
  }
  form.isText &&= sample.isText;
  count(sample.ideal ? form.judged : form.unjudged, sample);
  for (const key of sample.others.keys()) seen.keys.add(key);
  if (sample.id === undefined || seen.ids?.has(sample.id)) seen.ids = null;
  else seen.ids?.add(sample.id);
}

/** Returns the key of the form of messages: `system user[2]`. */
export function formKey(messages: readonly SampleMessage[]): string {
  return messages
    .map(({ role, content }) => (typeof content === 'string' ? role : `${role}[${content.length}]`))
    .join(' ');
}

function formOf({ forms }: Survey, { messages, isText }: Sample, texts: readonly string[]): Form {
  const key = formKey(messages);
  const known = forms.get(key);
  if (known) return known;
  const form: Form = {
    key,
    messages: messages.map(({ role, content }) => ({
      role,
      ...(typeof content !== 'string' && { texts: content.length }),
    })),
    constants: [...texts],
    judged: { samples: 0, hasLists: false, most: 0 },
    unjudged: { samples: 0, hasLists: false, most: 0 },
    isText,
  };
  forms.set(key, form);
  return form;
}

function count(counted: Counted, { ideal }: Sample): void {
  counted.samples++;
  counted.hasLists ||= ideal?.isList ?? false;
  counted.most = Math.max(counted.most, ideal?.answers.length ?? 0);
}
