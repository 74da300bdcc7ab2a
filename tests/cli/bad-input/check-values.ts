import { aCheck, bad } from './fixture.js';

export const checkValues = [
  bad('contains true', aCheck('contains: true')),
  bad('contains a list', aCheck('contains: [a, b]')),
  bad('contains_any of nothing', aCheck('contains_any: []')),
  bad('contains_any of a number', aCheck('contains_any: [a, 7]')),
  bad('contains_any of an empty text', aCheck('contains_any: [a, ""]')),
  bad('max_tokens with a unit', aCheck('max_tokens: 2k')),
  bad('min_tokens null', aCheck('min_tokens:')),
  bad('min_chars a list', aCheck('min_chars: [1, 2]')),
  bad('max_chars true', aCheck('max_chars: true')),
  bad('max_chars infinite', aCheck('max_chars: .inf')),
  bad('min_tokens above max_tokens', aCheck('min_tokens: 20', 'max_tokens: 10')),
  bad('min_chars above max_chars', aCheck('max_chars: 10', 'min_chars: 11')),
  bad('is_json null', aCheck('is_json:')),
];
