import type { FormatterModule } from 'i18next';
import { isLanguage, localeOf } from './language.ts';
import { numberFormatter } from './number-formatter.ts';

/** Shows every `{{count}}` with the separators of its language: `10,000 cameras`. Other numbers stay as they are: most of them are names. Needs `alwaysFormat`. */
export const countFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (...[value, , language, options]) =>
    options?.['interpolationkey'] === 'count' && typeof value === 'number'
      ? numberFormatter(localeOf(isLanguage(language) ? language : 'en')).format(value)
      : value,
};
