/** The ways in which simulated users differ. Each is drawn on its own. */
export const styleAxes = ['proficiency', 'tone', 'verbosity', 'formality'] as const;
export type StyleAxis = (typeof styleAxes)[number];

/** How one simulated user writes. */
export type WritingStyle = Readonly<Record<StyleAxis, string>>;

/** What there is to draw from, on each axis; a single entry fixes it. */
export type WritingStyles = Readonly<Record<StyleAxis, readonly string[]>>;

/** The styles of users in general, in words that a model can follow. */
export const usualStyles: WritingStyles = {
  proficiency: [
    'a beginner who knows no technical terms',
    'somebody with little experience of such things',
    'an ordinary user with some experience',
    'a practised user who knows the usual terms',
    'an expert who uses precise terms',
  ],
  tone: ['friendly', 'neutral', 'impatient', 'worried', 'frustrated', 'sceptical'],
  verbosity: [
    'a few words, no full sentences',
    'one short sentence',
    'two or three sentences',
    'a paragraph with some background',
    'a long account with details that do not matter',
  ],
  formality: [
    'slang and abbreviations, no capitals',
    'casual, with small typing mistakes',
    'plain everyday language',
    'polite and correct',
    'formal, as in a business letter',
  ],
};
