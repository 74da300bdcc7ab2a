import { type FirstStep, greeter, retyped } from './fixture.js';

const withMeta = greeter({
  'meta.yml': 'title: Greeting\nsummary: Greets somebody.\n',
});

/** Commands, flags and names of prompts that are mistaken. */
export const commandSlips: readonly FirstStep[] = [
  retyped('eva lst', 'eva list', 'list'),
  retyped('eva eval', 'eva eval --yes'),
  retyped('eva eval gret', 'eva eval greet', 'greet'),
  retyped('eva eval promtps/greet', 'eva eval prompts/greet', 'prompts/greet'),
  retyped('eva eval prompts\\greet', 'eva eval prompts/greet', 'prompts/greet'),
  retyped('eva eval prompts/x*', 'eva eval greet', 'greet'),
  retyped('eva list gret', 'eva list greet', 'greet'),
  retyped('eva report greet', 'eva log greet'),
  retyped('eva new greet', 'eva new greet-2'),
  retyped('eva new Bad_Id', 'eva new bad-id'),
  retyped('eva new copy --from gret', 'eva new copy --from greet', 'greet'),
  { ...retyped('eva init', 'eva new other', 'eva new ID'), folder: 'prompts/greet' },
  { ...retyped('eva promote greet', 'eva promote greet'), files: withMeta, rounds: [[{ type: 'eva eval greet' }]] },
];
