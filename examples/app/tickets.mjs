import { assertions, CheckExpectation, ScenarioTest } from 'eva-harness';

/** Messages to the bot, each with the team that should get it. */
const tickets = [
  { id: 'T1', text: 'I was charged twice this month.', team: 'billing', language: 'en' },
  { id: 'T2', text: 'The app closes when I open a photo.', team: 'bugs', language: 'en' },
  { id: 'T3', text: 'Ich brauche die Rechnung vom Mai noch einmal.', team: 'billing', language: 'de' },
  { id: 'T4', text: 'The invoice for May shows the wrong address.', team: 'billing', language: 'en' },
  { id: 'T5', text: 'Die App stürzt ab, wenn ich ein Foto öffne.', team: 'bugs', language: 'de' },
  { id: 'T6', text: 'Search finds nothing since the update.', team: 'bugs', language: 'en' },
];

export const sortsTickets = ScenarioTest({
  title: 'Sends tickets to the right team',
  given: 'You are a customer who writes in the language {{language}}.',
  when: 'You send this message: {{text}}',
  max_turns: 1,
  // `claim: 'file'`: the verdict is about these six tickets, which are no sample of others.
  dataset: { items: tickets, id: 'id', claim: 'file', slices: ['language'] },
  stop_early: false,
  then: [
    CheckExpectation({
      assert: [{ equals: { field: 'team' } }],
      criteria: assertions.checks.proportion_gte({ proportion: 0.8 }),
    }),
  ],
});

/** @type {import('eva-harness').AppFunction} */
export const ticketBot = (messages) =>
  /charged|invoice|Rechnung/.test(messages.at(-1)?.content ?? '') ? 'billing' : 'bugs';
