import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const words =
  `account address agenda agreement alert answer appendix approval argument article audit author backup balance
batch blueprint branch brief budget buffer bundle calendar campaign capacity carrier catalogue certificate chapter charge checklist
claim clause client column comment commit complaint concept condition contract copy correction coverage credit customer cycle
dataset deadline decision defect delivery deposit design detail device diagram digest discount dispatch division document domain
draft driver edition effort element employee endpoint engine entry episode error escalation estimate evidence exception exchange
exhibit expense export extract facility failure feature feedback field figure filter finding fixture follow forecast format formula
fragment function gateway glossary grant graph guarantee guideline handbook handover header history holiday identity incident index
inquiry insight inspection instance insurance interval interview inventory invoice issue itinerary journal keyword label landing
layout ledger lesson letter licence limit listing location log machine mailing maintenance manifest manual margin market material
matrix meeting member memo merger message metric migration milestone minute mission model module monitor mortgage motion network
newsletter notice number offer onboarding operation opinion option order outage outline package panel paragraph partner patch path
payment payroll permit phase pipeline plan policy portfolio position posting practice premise price procedure process product
profile programme project promise proof proposal protocol provider purchase quality quarter query question queue quota quote rating
reading reason receipt recipe record reference refund region register release reminder renewal repair reply report request
requirement research reservation resource response restore result return revenue review revision risk roadmap role route routine
sample schedule schema scope script section sensor sentence sequence server service session shipment shortage signal sketch
solution source sprint staff standard statement station status step story strategy stream structure study subject submission
subscription summary supplier supply support survey switch symptom system table target task template tenant term test thread
ticket timeline title token topic trace track transcript transfer translation treatment trial update upgrade usage vacancy value
vendor verdict version visit voucher warning warranty weekly wording workflow workshop`.split(/\s+/);

const verbs =
  `Summarises Rewrites Checks Extracts Classifies Compares Drafts Explains Translates Reviews Sorts Answers`.split(' ');

/**
 * Writes a library of `count` prompts into a directory that exists: the same bytes for the same count. Ids, texts, patterns, inputs and
 * rubrics differ from prompt to prompt; a tenth have a row in `.eval.jsonl`, and a few in a hundred something wrong with them.
 */
export function writeLibrary(root, count) {
  writeFileSync(join(root, 'eva.yml'), configText);
  const runs = [];
  for (let index = 0; index < count; index++) {
    const prompt = describe(index);
    const dir = join(root, 'prompts', prompt.id);
    mkdirSync(join(dir, 'examples', 'usual'), { recursive: true });
    writeFileSync(join(dir, 'meta.yml'), metaText(prompt));
    writeFileSync(join(dir, 'prompt.xml'), bodyText(prompt));
    if (index % 50 !== 49) writeFileSync(join(dir, 'eval.yml'), evalText(prompt));
    writeFileSync(join(dir, 'examples', 'usual', 'inputs.yml'), inputsText(prompt));
    if (index % 3 === 0) writeFileSync(join(dir, 'aliases'), `${prompt.id}\n${prompt.id}-quick\n`);
    if (index % 4 === 0) writeFileSync(join(dir, '.usage.jsonl'), usageText(prompt));
    if (index % 10 === 0) runs.push(passedRun(prompt));
  }
  writeFileSync(join(root, '.eval.jsonl'), linesOf(runs.map(({ row }) => row)));
  writeFileSync(join(root, '.attempts.jsonl'), linesOf(runs.flatMap(({ attempt }) => attempt)));
}

function linesOf(values) {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

const configText = `defaults:
  model: claude-opus-4-7
  timeout_s: 90
  judge: { model: claude-haiku-4-5-20251001 }
concurrency: 8
prices:
  claude-opus-4-7: { input: 5, output: 25 }
  claude-haiku-4-5-20251001: { input: 1, output: 5 }
`;

/** What differs between prompts, drawn by a generator that its number seeds. */
function describe(index) {
  const random = newRandom(index + 1);
  const word = () => words[Math.floor(random() * words.length)];
  const sentence = (length) => {
    const said = Array.from({ length }, word).join(' ');
    return `${said[0].toUpperCase()}${said.slice(1)}.`;
  };
  const topic = [word(), word()];
  const id = `${topic.join('-')}-${index}`;
  const inputs = [`${word()}_text`, `${word()}_context`, `${word()}_note`];
  return {
    index,
    random,
    word,
    sentence,
    topic,
    id,
    inputs,
    status: index % 20 === 0 || index % 40 === 13 ? 'ready' : ['draft', 'tested', 'tested'][index % 3],
  };
}

/** Mulberry32: 32 bits of state, uniform in [0, 1). */
function newRandom(seed) {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function metaText({ index, id, topic, inputs, status, word, sentence }) {
  const [first, second, third] = inputs;
  const verb = verbs[index % verbs.length];
  const updated = index % 200 === 44 ? '2026-02-30' : '2026-10-14';
  return `id: ${id}
title: ${verb} the ${topic.join(' ')} (${index})
summary: ${verb} a ${topic[0]} so that the ${topic[1]} can be acted on.
description: >-
  ${verb} a ${topic[0]} for the ${topic[1]}: ${word()}, ${word()} and ${word()} come first, and nothing is added that it does not say.
  Use when somebody has a ${topic[0]} at hand and asks for its ${word()} or its ${word()}, number ${index}.
status: ${status}
version: 1.${index % 12}.${index % 5}
created: 2026-0${1 + (index % 9)}-1${index % 10}
updated: ${updated}
tags: [${word()}, ${word()}]
inputs:
  - name: ${first}
    required: true
    description: ${sentence(7)}
  - name: ${second}${index % 200 === 40 ? '\n    requird: true' : ''}
    required: false
    default: none
  - name: ${third}
    required: false
    description: What the ${word()} should mention.
triggers:
  - ${verb.toLowerCase().slice(0, -1)} this ${topic[0]} ${index}
  - what does the ${topic[1]} ${index} say about the ${word()}
not_for:
  - ${word()} and ${word()} of another ${word()}
`;
}

function bodyText({ index, topic, inputs, sentence, word }) {
  const [first, second, third] = inputs;
  const rules = Array.from({ length: 12 }, (_, at) => `  ${at + 1}. ${sentence(9)}`);
  const notes = Array.from({ length: 10 }, () => `  - ${sentence(11)}`);
  const stray = index % 200 === 46 ? `  {{${word()}_missing}}\n` : '';
  return `<task>
  You are given a ${topic[0]} and write what the ${topic[1]} needs to know. ${sentence(8)}
  ${sentence(12)}
</task>

<rules>
${rules.join('\n')}
</rules>

<notes>
${notes.join('\n')}
</notes>

<context>
  {{${second}}}
  {{ ${third} }}
${stray}</context>

<${topic[0]}>
{{${first}}}
</${topic[0]}>

Answer with the ${topic[1]} alone. ${sentence(6)}
`;
}

function evalText({ index, topic, inputs, sentence, word }) {
  const [first, , third] = inputs;
  const statistical = index % 4 === 1;
  const trials = statistical
    ? `    sample_size: ${59 + (index % 40)}\n    criteria:\n      - proportion_gte: { proportion: 0.95 }\n`
    : '';
  const open = index % 200 === 36 ? '(' : '';
  const op = index % 200 === 42 ? 'contain' : 'contains';
  return `# yaml-language-server: $schema=../../schemas/eval.schema.json
defaults:
  model: claude-opus-4-7
  timeout_s: 60
  max_tokens: ${512 + (index % 7) * 128} # of the model's reply
  judge: { model: claude-haiku-4-5-20251001, pass_threshold: 4 }

cases:
  - name: usual-${topic[0]}
    inputs_from: examples/usual
    assert:
      - matches: '(?i)\\b${word()}${open}\\b.*${word()} (\\d+|${word()})'
      - not_contains: "${word()} ${index}"
      - max_tokens: ${90 + (index % 60)}
    rubric: |
      Score what the reader learns about the ${topic[0]}, 1 to 5.
      5: ${sentence(12)}
      3: ${sentence(9)}
      1: ${sentence(7)}
${trials}
  - name: short-${topic[1]}
    inputs:
      ${first}: "${sentence(10)}"
      ${third}: ${word()} ${word()}
    assert:
      - ${op}: ${word()}
      - not_matches: '^${word()}-[A-Z]{2,${3 + (index % 5)}}$'
      - max_chars: ${400 + (index % 100)}

  - name: empty-${word()}
    inputs: { ${first}: "" }
    assert:
      - contains_any: [${word()}, "${word()} ${word()}", ${word()}]
      - starts_with: ${word()}
      - matches: '\\A[^\\n]{1,${80 + (index % 40)}}\\Z'
`;
}

function inputsText({ inputs, sentence, word }) {
  const [first, second] = inputs;
  return `${first}: |
  ${sentence(14)}
  ${sentence(12)}
  ${sentence(9)}
${second}: the ${word()} of ${word()} and ${word()}
`;
}

function usageText({ index, word }) {
  const row = (at) => ({
    ts: `2026-09-0${1 + at}T08:00:00.000Z`,
    case: word(),
    vars_hash: 'none',
    sent: true,
    exit_code: 0,
    verified: at % 2 === 0,
    duration_ms: 900 + index,
    prompt_words: 300,
    output_words: 40,
    prompt: '0'.repeat(64),
  });
  return Array.from({ length: 3 }, (_, at) => `${JSON.stringify(row(at))}\n`).join('');
}

/** The row of a run that passed, and the lines of its attempt. */
function passedRun({ index, id, topic }) {
  const sources = { asked: 4, runs: [], more_runs: 0, unnamed: 0, synthetic: 0 };
  const digest = (mark) => `${mark}${index.toString(16)}`.padEnd(64, '0');
  const row = {
    ts: `2026-10-1${index % 10}T10:00:00.000Z`,
    all_passed: true,
    total: 2,
    passed: 2,
    failed_cases: [],
    id,
    run_id: `20261010-100000-${index}`,
    row: 1,
    partial: false,
    evidence: {
      prompt: digest('a'),
      cases: digest('b'),
      judge: digest('c'),
      models: digest('d'),
      synthetic: false,
      oldest_reply: `2026-10-1${index % 10}T10:00:01.000Z`,
    },
    verdicts: [`usual-${topic[0]}`, `short-${topic[1]}`].map((name) => ({
      case: name,
      about: 'every check',
      criterion: 'every_trial',
      outcome: 'passed',
      estimate: 1,
      interval: null,
      p_value: null,
      n: 1,
      ungraded: 0,
      significance_level: null,
      reason: 'every trial passed',
    })),
    usage: { calls: 4, input_tokens: 4000, output_tokens: 900 },
    cost_usd: 0.04,
    duration_s: 12,
    eva_version: '0.1.0',
    try: 1,
    sources,
  };
  const { prompt, cases, judge, models } = row.evidence;
  const facts = {
    run_id: row.run_id,
    id,
    evidence: { prompt, cases, judge, models },
    kind: 'full',
    ts: row.ts,
    try: 1,
  };
  const end = { outcome: 'passed', cases: { passed: 2, failed: 0, open: 0 }, red: false, red_trial: false, sources };
  return {
    row,
    attempt: [
      { event: 'begin', ...facts },
      { event: 'end', ...facts, ...end },
    ],
  };
}
