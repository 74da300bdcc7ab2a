// The libraries of prompts that are run against `models.js`.

const metaOf = (id, input) => `id: ${id}
title: The prompt ${id}
summary: Does what the comparison of two checkouts needs.
status: draft
version: 1.0.0
created: 2026-01-02
updated: 2026-01-03
description: Answers in one line. Use when two checkouts are compared.
inputs:
  - name: ${input}
    required: true
`;

const tickets = Array.from({ length: 24 }, (_, at) => {
  const isBilling = at % 2 === 0;
  const text = isBilling ? `the invoice of month ${at} is wrong` : `page ${at} stays empty`;
  return `t-${at},${text},${isBilling ? 'billing' : 'bugs'},${at % 3 === 0 ? 'fr' : 'en'}`;
});

const sort = `defaults:
  model: claude-x
  max_tokens: 50
cases:
  - name: tickets
    dataset:
      file: data/tickets.csv
      id: id
      slices:
        - { field: language, criteria: { proportion_gte: { proportion: 0.6 } }, must: not_fail }
    assert:
      - equals: { field: team }
    criteria:
      - proportion_gte: { proportion: 0.7 }
    stop_early: false
    then:
      - about: no team is lost
        class: { expected: { field: team }, of: [billing, bugs] }
        criteria:
          - recall_gte: { class: billing, proportion: 0.5 }
`;

const reply = `defaults:
  model: claude-x
  max_tokens: 100
  judge: { model: claude-judge }
cases:
  - name: kind
    inputs: { question: "How do I get back in?" }
    sample_size: 12
    rubric: Is the answer kind and to the point?
    stop_early: false
    criteria:
      - proportion_gte: { proportion: 0.3 }
  - name: says something
    inputs: { question: "And then?" }
    assert:
      - not_contains: I do not know
      - max_chars: 200
      - matches: "(page|link)"
`;

const reset = `defaults:
  model: claude-x
  max_tokens: 100
  judge: { model: claude-judge }
  user_simulator: { model: claude-user }
scenarios:
  - title: a forgotten password
    given: You have forgotten your password.
    when: You ask how to get back in.
    inputs: { product: Boards }
    sample_size: 8
    max_turns: 3
    then:
      - about: every step is there
        expected_behavior: The bot gives every step of the reset.
        criteria:
          - proportion_gte: { min_score: 6, proportion: 0.2 }
      - about: no long way
        metric: per_conversation.turn_count
        criteria:
          - mean_lt: { threshold: 3.5 }
`;

export const ourLibrary = {
  '.gitignore': '.eva/\nout/\n',
  'eva.yml': 'concurrency: 1\n',
  'prompts/sort/meta.yml': metaOf('sort', 'text'),
  'prompts/sort/prompt.md': 'Name the team of this ticket, billing or bugs, and nothing else.\n\n{{text}}\n',
  'prompts/sort/eval.yml': sort,
  'prompts/sort/data/tickets.csv': `id,text,team,language\n${tickets.join('\n')}\n`,
  'prompts/reply/meta.yml': metaOf('reply', 'question'),
  'prompts/reply/prompt.md':
    'You answer users.\n\n- Be kind.\n- Use at most 2 sentences.\n- Never ask for a password.\n\nThe question: {{question}}\n',
  'prompts/reply/eval.yml': reply,
  'prompts/reset/meta.yml': metaOf('reset', 'product'),
  'prompts/reset/prompt.md': 'You help users of {{product}}. A link is sent to their address.\n',
  'prompts/reset/eval.yml': reset,
};

/** What the working tree has in place of the commit. */
export const changedBody = {
  'prompts/sort/prompt.md':
    'Read the ticket. Name the team of this ticket, billing or bugs, in one word.\n\n{{text}}\n',
};

/** A library with one long run, which asks one call after another. */
export const longRun = {
  'eva.yml': 'concurrency: 1\n',
  'prompts/long/meta.yml': metaOf('long', 'question'),
  'prompts/long/prompt.md': 'Answer: {{question}}\n',
  'prompts/long/eval.yml': reply.replace('sample_size: 12', 'sample_size: 10'),
};
