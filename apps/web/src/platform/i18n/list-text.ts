import { currentLanguage } from './i18n.ts';
import { localeOf } from './language.ts';

/** Several things as they are read one after the other: "a person or a vehicle". */
export const listText = (parts: readonly string[], joinedBy: 'and' | 'or'): string =>
  new Intl.ListFormat(localeOf(currentLanguage()), {
    style: 'long',
    type: joinedBy === 'and' ? 'conjunction' : 'disjunction',
  }).format(parts);
