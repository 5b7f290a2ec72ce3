import { currentLanguage } from './i18n.ts';

/** Keeps digits and Latin letters that belong together in their order inside a Hebrew sentence (`09:38 IST`, `3.8 GB`). */
export const leftToRight = (text: string): string => (currentLanguage() === 'he' ? `\u2066${text}\u2069` : text);
