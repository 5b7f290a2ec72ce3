import type { DateSettings } from '@sightline/contracts/accounts/account';
import i18next from 'i18next';
import { currentLanguage } from './i18n.ts';

const unchosen: DateSettings = { dateFormat: 'system', timeFormat: 'system', firstDayOfWeek: 'system' };

let choices: DateSettings = unchosen;

/** How the person wants dates and times written. */
export const dateChoices = (): DateSettings => choices;

/** Writes dates and times this way from now on; what is on the screen is drawn anew, as for another language. */
export const chooseDates = async (chosen: DateSettings): Promise<void> => {
  if (
    chosen.dateFormat === choices.dateFormat &&
    chosen.timeFormat === choices.timeFormat &&
    chosen.firstDayOfWeek === choices.firstDayOfWeek
  )
    return;
  choices = chosen;
  if (i18next.isInitialized) await i18next.changeLanguage(currentLanguage());
};

const dayNumbers = { sunday: 0, monday: 1, saturday: 6 } as const;

/** First day of the week, 0 = Sunday: as chosen, else as people of the language count. */
export const firstDayOfWeek = (): 0 | 1 | 6 =>
  choices.firstDayOfWeek === 'system' ? (currentLanguage() === 'he' ? 0 : 1) : dayNumbers[choices.firstDayOfWeek];
