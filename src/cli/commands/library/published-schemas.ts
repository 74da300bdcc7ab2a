/** The schemas of the package by name, with what each describes. */
export const publishedSchemas: Readonly<Record<string, string>> = {
  eval: 'prompts/<id>/eval.yml',
  meta: 'prompts/<id>/meta.yml',
  messages: 'prompts/<id>/messages.yml',
  inputs: 'prompts/<id>/inputs.yml',
  rubrics: 'prompts/<id>/rubrics.yml',
  mutations: 'prompts/<id>/mutations.yml',
  tools: 'files of tools',
  'eva-config': 'eva.yml',
  view: 'the views of --report json',
  'eval-row': 'a line of .eval.jsonl',
  attempt: 'a line of .attempts.jsonl',
  'compare-row': 'a line of .compare.jsonl',
  label: 'a line of labels.jsonl',
  recording: 'a line of recordings.jsonl',
};
