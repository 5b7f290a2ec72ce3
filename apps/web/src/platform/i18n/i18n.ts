import i18next, { type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { valueFormatter } from './value-formatter.ts';
import { missingText } from './missing-text.ts';
import { directionOf, firstLanguage, isLanguage, languageKey, type Language } from './language.ts';

let textsIn: (language: Language) => Promise<object> = () => Promise.reject(new Error('Translations are not started'));

const load = async (language: Language): Promise<void> => {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  i18next.addResourceBundle(language, 'translation', await textsIn(language));
};

/** Starts translating in the language that `first-paint.js` chose; `fetchTexts` brings all texts of a language. */
export const startTranslations = async (fetchTexts: typeof textsIn): Promise<Language> => {
  textsIn = fetchTexts;
  const language = firstLanguage();
  await i18next
    .use(initReactI18next)
    .use(valueFormatter)
    .init({
      lng: language,
      fallbackLng: false,
      resources: {},
      interpolation: { escapeValue: false, alwaysFormat: true }, // React escapes
      returnNull: false,
      parseMissingKeyHandler: missingText((key) => i18next.t(key)),
    });
  await load(language);
  // Screens are first drawn after this, so the bundle that came late must be announced.
  await i18next.changeLanguage(language);
  return language;
};

/** The language of the page now. */
export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : 'en');

/** Changes the language of the page at once and for the next visits. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  try {
    localStorage.setItem(languageKey, language);
  } catch (blocked) {
    // Storage is switched off: the choice then holds for this visit only.
    if (!(blocked instanceof DOMException)) throw blocked;
  }
};

/** Translates outside of components (toasts, titles). */
export const translate: TFunction = i18next.t;
