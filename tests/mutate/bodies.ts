/** Bodies of prompts, each with the name of its file. */
export const bodies: Readonly<Record<string, { readonly file: string; readonly text: string }>> = {
  xml: {
    file: 'prompt.xml',
    text: `<prompt>
  <!-- Never change this comment: 3 of 4. -->
  <role>You answer questions about {{product}}, e.g. its warranty.</role>
  <rules>
    <rule>Answer in at most three sentences. Use <b>only</b> the handbook.</rule>
    <rule>You must name the page.</rule>
    <rule>Never mention {{competitor}}.</rule>
  </rules>
  <fields>
    name    the name as printed
    total   the sum, 1.7 or 1,190.00, of 2024-01-31
            and nothing else
    date    the day, ISO 8601
  </fields>
  <examples>
    <example>
      <question>Is it hot? Always.</question>
      <answer>60 degrees.</answer>
    </example>
    <example>{{product}} is fine.</example>
  </examples>
  <question>{{question}}</question>
</prompt>
`,
  },
  md: {
    file: 'prompt.md',
    text: `# Support

You help customers of the shop. Don't
speak of 2nd parties; the 5 rules below decide.

- Look an order up first.
  - Nested: say its number.
* Refund only once.
  Ask before you refund.

  A paragraph of the item.
- Write to {{mail}} if it fails.

1. First this.
2. Then that, within 30 s.

| rule | number |
|------|--------|
| no   | 3      |

\`\`\`json
{"never": "always", "n": 3}
\`\`\`

## Example

Hello. Never say 7.

### Inside

It belongs to it.

## Input

Mail

{{mail}}
`,
  },
  txt: {
    file: 'prompt.txt',
    text: `Classify the ticket.
Rules:
Answer with one word.
Never guess.
If it is about money, answer "billing".

Example: "I paid twice" is billing.
It is never "other".

Ticket: {{ticket}}
Again: {{ ticket }}`,
  },
  messages: {
    file: 'messages.yml',
    text: `- role: system
  content: |
    - Always answer in JSON.
    - Use at least 2 fields.
- role: user
  content: "Kiosk, 2,50. Never."
- role: assistant
  content: '{"total": 2.5}'
- role: user
  content: "Kiosk {{kiosk}}."
- role: assistant
  content: "You must not drop this."
- role: user
  content:
    - text: "The receipt is below. Read all of it."
    - text: "{{note}}"
`,
  },
  cjk: {
    file: 'prompt.txt',
    text: `请用中文回答。你必须引用页码！最多写3句话。绝不猜测{{名}}。

・回答は日本語で出力してください。個人情報を書かないこと。
- 数字は5桁です。
- 必ず{{question}}に答えること。
`,
  },
  'one line': {
    file: 'prompt.xml',
    text: '<p><rule>Be brief.</rule><rule>Be kind. Be <i>clear</i> in v1.2.3.</rule><q>{{q}}</q></p>',
  },
  'without rules': { file: 'prompt.txt', text: '{{everything}}\n' },
  unclosed: {
    file: 'prompt.md',
    text: `<rules>
- You should answer <b>now.
- Is 5 < 7? Yes. </i>
<rule>A rule without an end. It must stay.
{{ x }} {{not a name}} {{
`,
  },
};
