import type { UserSettings } from '@sightline/contracts/accounts/account';
import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { chooseDates } from '../../platform/i18n/date-choices.ts';
import { chooseLanguage } from '../../platform/i18n/i18n.ts';
import { useSession } from '../../platform/session/session-store.ts';

type Shown = Pick<UserSettings, 'lang' | 'theme'>;

/** What an account has that never chose: then the browser's own preference stays. */
const unchosen: Shown = { lang: 'en', theme: 'system' };

/** Shows the screens in the language and theme that the person chose, also when that was a moment ago in another browser. */
export const useAppliedSettings = (): void => {
  const { lang, theme, dateSettings } = useSession().user.settings;
  const { setColorScheme } = useMantineColorScheme();
  const shown = useRef<Shown>(unchosen);
  const apply = useEffectEvent(() => {
    const before = shown.current;
    shown.current = { lang, theme };
    if (lang !== before.lang) void chooseLanguage(lang);
    if (theme !== before.theme) setColorScheme(theme === 'system' ? 'auto' : theme);
  });
  useEffect(() => apply(), [lang, theme]);
  useEffect(() => void chooseDates(dateSettings), [dateSettings]);
};
