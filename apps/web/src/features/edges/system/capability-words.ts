import type { TFunction } from 'i18next';
import i18next from 'i18next';

interface ReadCapability {
  /** What it is called; null of what this page has no word for: a core may be newer. */
  word: string | null;
  /** What is shown in the machine's own letters beside the word, such as the model that does it; or, without a word, all of it. */
  rest: string;
}

/** What a core announced, told apart into what there is a word for (`edges.software.can`) and what stands as it is. */
export const readCapability = (t: TFunction, text: string): ReadCapability => {
  const [name = '', ...rest] = text.split(':');
  const key = `edges.software.can.${name as 'record'}` as const;
  // A plain truth value: `exists` would narrow the key to every text there is.
  const isKnown: boolean = i18next.exists(key);
  return isKnown ? { word: t(key), rest: rest.join(':') } : { word: null, rest: text };
};
