import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LogoMark } from '../../ui/logo/logo-mark.tsx';
import { LanguageMenu } from '../../ui/page/language-menu.tsx';
import { SignInPicture } from './sign-in-picture.tsx';
import classes from './sign-in.module.css';

/** Page of the entry: promise at the start, form at the end, language above the form. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
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
            <LanguageMenu />
          </div>
          {children}
        </div>
      </main>
    </div>
  );
}
