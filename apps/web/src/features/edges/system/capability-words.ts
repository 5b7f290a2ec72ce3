/** Names by which cores announce what they can do, and which the catalogue knows words for. */
const known = [
  'record',
  'live',
  'play',
  'export',
  'tunnel',
  'talk',
  'identify',
  'privacy',
  'motion',
  'analyse',
  'update',
  'detect',
  'faces',
  'plates',
] as const;

interface ReadCapability {
  /** Key of its word; null of what this page does not know: a core may be newer. */
  word: (typeof known)[number] | null;
  /** What is shown in the machine's own letters beside the word, such as the model that does it; or, without a word, all of it. */
  rest: string;
}

/** What a core announced, told apart into what there is a word for and what stands as it is. */
export const readCapability = (text: string): ReadCapability => {
  const [name = '', ...rest] = text.split(':');
  const word = known.find((one) => one === name);
  return word === undefined ? { word: null, rest: text } : { word, rest: rest.join(':') };
};
