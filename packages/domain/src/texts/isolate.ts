const isolates = /[\u2066-\u2069]/;
const hebrew = /\p{Script=Hebrew}/u;
const otherLetter = /(?!\p{Script=Hebrew})\p{L}/u;
/** A number, a time of day, a share, an IPv4 address: it reads the same inside Hebrew. */
const oneNumber = /^\d[\d.,:]*%?$/;

/** `text` between FSI and PDI: it goes by its own direction and turns nothing around it. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/**
 * A value as it stands inside a Hebrew sentence: names, versions, addresses and whatever else may be written from left
 * to right are isolated. Left as they are: plain numbers, Hebrew alone, and what has isolates of its own.
 */
export const isolateInHebrew = (value: string): string => {
  if (value.trim() === '' || isolates.test(value) || oneNumber.test(value)) return value;
  return hebrew.test(value) && !otherLetter.test(value) ? value : isolate(value);
};

/** A value for a text of this language, where texts are put together by hand. */
export const valueIn = (lang: 'en' | 'he', value: string): string => (lang === 'he' ? isolateInHebrew(value) : value);
