import type { AppliedSettings } from '@sightline/contracts/accounts/account';
import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { chooseDates } from '../../platform/i18n/date-choices.ts';
import { chooseLanguage, currentLanguage } from '../../platform/i18n/i18n.ts';
import { useSession } from '../../platform/session/session-store.ts';
import { newChoices, type Choices } from './new-choices.ts';

/**
 * Shows the screens in the language and theme that the person chose, also when that was a moment ago in another browser. Where the
 * person never chose, the browser's own preference stays.
 */
export const useAppliedSettings = (): void => {
  const { settings } = useSession().user;
  const { setColorScheme } = useMantineColorScheme();
  const shown = useRef<Choices>({});
  const apply = useEffectEvent((now: AppliedSettings) => {
    const { lang, theme } = newChoices(shown.current, now);
    shown.current = { ...shown.current, ...(lang && { lang }), ...(theme && { theme }) };
    if (lang !== undefined && lang !== currentLanguage()) void chooseLanguage(lang);
    if (theme !== undefined) setColorScheme(theme === 'system' ? 'auto' : theme);
  });
  useEffect(() => apply(settings), [settings]);
  const { dateSettings } = settings;
  useEffect(() => void chooseDates(dateSettings), [dateSettings]);
};
