import { Menu } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../../platform/i18n/i18n.ts';
import { isLanguage, languages } from '../../../platform/i18n/language.ts';
import { useIsSignedIn } from '../../../platform/session/session-store.ts';
import { LogoMark } from '../../../ui/logo/logo-mark.tsx';
import head from '../../../ui/page/plain-header.module.css';
import classes from './public.module.css';

/** Page without rail: mark, title, language; links to the other public pages at the foot. */
export function PublicFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  const isSignedIn = useIsSignedIn();
  useEffect(() => {
    document.title = `${title} · ${t('common.app.name')}`;
  }, [title, t]);
  return (
    <div className={classes.page}>
      <header className={head.head}>
        <Link to="/" className={head.brand}>
          <LogoMark size={32} />
          {t('common.app.name')}
        </Link>
        <Menu position="bottom-end" offset={4}>
          <Menu.Target>
            <button type="button" className={head.action} aria-label={`${t('common.language.label')}: ${t(`common.language.${language}`)}`}>
              <IconLanguage size={16} stroke={1.6} aria-hidden="true" />
              {t(`common.language.${language}`)}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {languages.map((one) => (
              <Menu.Item key={one} lang={one} onClick={() => void chooseLanguage(one)}>
                {t(`common.language.${one}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </header>
      <main className={classes.body}>
        <h1>{title}</h1>
        {children}
      </main>
      <footer className={classes.foot}>
        <Link to="/terms">{t('pages.terms.title')}</Link>
        <Link to="/privacy">{t('pages.privacy.title')}</Link>
        {!isSignedIn && <Link to="/auth/login">{t('pages.public.signIn')}</Link>}
      </footer>
    </div>
  );
}
