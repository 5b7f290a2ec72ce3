import { currentLanguage } from '../../../platform/i18n/i18n.ts';
import { localeOf } from '../../../platform/i18n/language.ts';
import { leftToRight } from '../../../platform/i18n/left-to-right.ts';

/** A temperature: `41.5 °C`. */
export const formatCelsius = (celsius: number): string =>
  leftToRight(`${new Intl.NumberFormat(localeOf(currentLanguage()), { maximumFractionDigits: 1 }).format(celsius)} °C`);
