/** The dimensions in which simulated users differ. Each is drawn independently. */
export const styleAxes = ['proficiency', 'tone', 'verbosity', 'formality'] as const;
export type StyleAxis = (typeof styleAxes)[number];

/** The style of one simulated user. */
export type WritingStyle = Readonly<Record<StyleAxis, string>>;

/** The styles to draw from, per axis. A single entry fixes the axis. */
export type WritingStyles = Readonly<Record<StyleAxis, readonly string[]>>;

/** The default styles, worded as instructions for a model. */
export const defaultStyles: WritingStyles = {
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
