import { Switch, useMantineColorScheme } from '@mantine/core';
import type { Profile } from '@sightline/contracts/accounts/account';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock/use-now.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { currentLanguage } from '../../platform/i18n/i18n.ts';
import { SmallText } from '../../ui/lists/item-list.tsx';
import { Section } from '../../ui/page/section.tsx';
import { toastFailure, toastSuccess } from '../../ui/toasts/toast.tsx';
import type { AccountDialogName } from './dialogs/account-dialog-names.ts';
import { AccountRow } from './account-row.tsx';
import { saveSettings } from './save-settings.ts';
import classes from './account.module.css';

function NewDevicePage({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: (newDevicePageView: boolean) => saveSettings({ newDevicePageView }),
    onSuccess: () => toastSuccess({ title: t('accounts.details.saved') }),
    onError: (failure) => toastFailure(t('accounts.details.newDevicePage'), failure),
  });
  return (
    <AccountRow
      name={t('accounts.details.newDevicePage')}
      control={
        <Switch
          aria-label={t('accounts.details.newDevicePage')}
          checked={save.isPending ? save.variables : isOn}
          onChange={(event) => save.mutate(event.currentTarget.checked)}
        />
      }
    >
      {t(isOn ? 'accounts.details.on' : 'accounts.details.off')}
      <SmallText>{t('accounts.details.newDevicePageHint')}</SmallText>
    </AccountRow>
  );
}

/** How the person wants to have the screens. */
export function PreferencesSection({
  profile,
  onOpen,
}: {
  profile: Profile;
  onOpen: (dialog: AccountDialogName) => void;
}) {
  const { t } = useTranslation();
  const { colorScheme } = useMantineColorScheme();
  const nowUtcMs = useNow(60_000);
  const { settings, timezone } = profile;
  return (
    <Section title={t('accounts.details.preferences')}>
      <dl className={classes.rows}>
        <AccountRow name={t('accounts.details.language')} onChange={() => onOpen('changeLanguage')}>
          {t(`common.language.${currentLanguage()}`)}
        </AccountRow>
        <AccountRow name={t('accounts.details.theme')} onChange={() => onOpen('changeTheme')}>
          {t(`common.theme.${colorScheme}`)}
        </AccountRow>
        <AccountRow name={t('accounts.details.dates')} onChange={() => onOpen('changeDateSettings')}>
          <span data-now>
            {formatTime(nowUtcMs, timezone, 'day')} <bdi dir="ltr">{formatTime(nowUtcMs, timezone)}</bdi>
          </span>
        </AccountRow>
        <AccountRow name={t('accounts.details.weekly')} onChange={() => onOpen('changeWeeklySubscription')}>
          {t(settings.subForWeekly ? 'accounts.details.weeklyOn' : 'accounts.details.weeklyOff')}
        </AccountRow>
        <AccountRow name={t('accounts.details.autoLogout')} onChange={() => onOpen('changeAutoLogout')}>
          {settings.autoLogoutEnabled
            ? t('accounts.dialogs.minutes', { count: settings.autoLogout })
            : t('accounts.details.autoLogoutOff')}
        </AccountRow>
        <NewDevicePage isOn={settings.newDevicePageView} />
      </dl>
    </Section>
  );
}
