import { Menu } from '@mantine/core';
import { IconChevronDown, IconLanguage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../platform/i18n/i18n.ts';
import { isLanguage, languages } from '../../platform/i18n/language.ts';
import { LogoMark } from '../../ui/logo/logo-mark.tsx';
import { SignInPicture } from './sign-in-picture.tsx';
import classes from './sign-in.module.css';

/** Page of the entry: promise at the start, form at the end, language above the form. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  return (
    <div className={classes.page}>
      <SignInPicture />
      <main className={classes.side}>
        <div className={classes.column}>
          <div className={classes.top}>
            <span className={classes.brand}>
              <LogoMark size={32} />
              {t('common.app.name')}
            </span>
            <Menu position="bottom-end">
              <Menu.Target>
                <button type="button" className={classes.language} aria-label={`${t('common.language.label')}: ${t(`common.language.${language}`)}`}>
                  <IconLanguage size={16} stroke={1.6} aria-hidden="true" />
                  {t(`common.language.${language}`)}
                  <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
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
          </div>
          {children}
        </div>
      </main>
    </div>
  );
}
