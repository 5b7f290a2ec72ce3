import type { Language } from './language.ts';
import type { texts } from './locales/en.ts';

/** Texts that all features share. */
export type SharedTexts = typeof texts;

/** One module per language: nobody downloads a language that is not read. Fetched once, however often it is asked for. */
export const sharedCatalogues: Record<Language, () => Promise<{ texts: object }>> = {
  en: () => import('./locales/en.ts'),
  he: () => import('./locales/he.ts'),
};
