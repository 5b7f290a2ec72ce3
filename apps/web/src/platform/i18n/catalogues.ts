import type { Language } from './language.ts';

/** One module per language, each a chunk of its own: nobody downloads a language that is not read. Fetched once, however often it is asked for. */
export const catalogues: Record<Language, () => Promise<{ texts: object }>> = {
  en: () => import('./locales/en.ts'),
  he: () => import('./locales/he.ts'),
};
