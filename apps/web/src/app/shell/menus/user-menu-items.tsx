import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconLogout, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { saveSettings } from '../../../features/accounts/save-settings.ts';
import { chooseLanguage } from '../../../platform/i18n/i18n.ts';
import { languages, type Language } from '../../../platform/i18n/language.ts';
import { signOut } from '../../../platform/session/session-actions.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import { toastFailure } from '../../../ui/toasts/toast.tsx';
import classes from '../shell.module.css';

const schemes = ['auto', 'light', 'dark'] as const;

const check = <IconCheck size={16} stroke={1.6} aria-hidden="true" />;

/** Entries about the person, in the rail's menu and in the phone's. */
export function UserMenuItems() {
  const { t, i18n } = useTranslation();
  const { user } = useSession();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = async (): Promise<void> => {
    try {
      await signOut();
    } catch (failure) {
      toastFailure(t('shell.user.signOutFailed'), failure);
    }
  };
  // At once here; the server keeps it for other browsers.
  const keep = (change: Parameters<typeof saveSettings>[0]): void =>
    void saveSettings(change).catch((failure: unknown) => toastFailure(t('shell.user.notKept'), failure));
  const speak = (lang: Language): void => void chooseLanguage(lang).then(() => keep({ lang }));
  const show = (scheme: (typeof schemes)[number]): void => {
    setColorScheme(scheme);
    keep({ theme: scheme === 'auto' ? 'system' : scheme });
  };
  return (
    <>
      <div className={classes.menuHead}>
        <div className={classes.menuName}>
          <span data-part="firstName">{user.firstName}</span> <span data-part="lastName">{user.lastName}</span>
        </div>
        <div className={classes.menuMeta}>
          <bdi dir="ltr">{user.email}</bdi>
        </div>
      </div>
      <Menu.Item
        leftSection={<IconUser size={16} stroke={1.6} aria-hidden="true" />}
        onClick={() => void navigate({ to: '/account/details' })}
        closeMenuOnClick
      >
        {t('shell.user.settings')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>{t('common.language.label')}</Menu.Label>
      {languages.map((language) => (
        <Menu.RadioItem
          key={language}
          value={language}
          checked={i18n.language === language}
          lang={language}
          checkIcon={check}
          onChange={() => speak(language)}
        >
          {t(`common.language.${language}`)}
        </Menu.RadioItem>
      ))}
      <Menu.Divider />
      <Menu.Label>{t('common.theme.label')}</Menu.Label>
      {schemes.map((scheme) => (
        <Menu.RadioItem
          key={scheme}
          value={scheme}
          checked={colorScheme === scheme}
          checkIcon={check}
          onChange={() => show(scheme)}
        >
          {t(`common.theme.${scheme}`)}
        </Menu.RadioItem>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} aria-hidden="true" />} onClick={() => void leave()}>
        {t('shell.user.signOut')}
      </Menu.Item>
    </>
  );
}
