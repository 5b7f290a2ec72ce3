/** Languages with a full catalogue. */
export const languages = ['en', 'he'] as const;

export type Language = (typeof languages)[number];

/** Where the choice of this browser is kept; `public/first-paint.js` reads the same key. */
export const languageKey = 'sightline-language';

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);

/** Writing direction of a language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'he' ? 'rtl' : 'ltr');

/** Locale for Intl: days and numbers as people of that language expect them, with a 24 hour clock. */
export const localeOf = (language: Language): string => (language === 'he' ? 'he-IL' : 'en-GB');

/** The language that `first-paint.js` chose before anything was drawn. */
export const firstLanguage = (): Language =>
  isLanguage(document.documentElement.lang) ? document.documentElement.lang : 'en';
