import { isolateInHebrew } from '@sightline/domain/texts/isolate';
import type { FormatterModule } from 'i18next';
import { isLanguage, localeOf } from './language.ts';
import { numberFormatter } from './number-formatter.ts';

/**
 * Writes the values into all texts. Every `{{count}}` gets the separators of its language: `10,000 cameras`; other
 * numbers stay as they are, most of them are names. In Hebrew whatever else may be written from left to right is
 * isolated, unless the caller says `isolated: false`. Needs `alwaysFormat`.
 */
export const valueFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (...[value, , language, options]) => {
    const lng = isLanguage(language) ? language : 'en';
    if (typeof value === 'number' && options?.['interpolationkey'] === 'count')
      return numberFormatter(localeOf(lng)).format(value);
    if (lng !== 'he' || options?.['isolated'] === false) return value;
    return typeof value === 'string' || typeof value === 'number' ? isolateInHebrew(String(value)) : value;
  },
};
