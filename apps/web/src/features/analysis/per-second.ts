import { currentLanguage } from '../../platform/i18n/i18n.ts';
import { localeOf } from '../../platform/i18n/language.ts';

/** How often per second, with one digit: `4.8`. */
export const perSecond = (fps: number): string =>
  new Intl.NumberFormat(localeOf(currentLanguage()), { maximumFractionDigits: 1 }).format(fps);
