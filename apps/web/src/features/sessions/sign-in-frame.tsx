import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
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
          <Row align="center" justify="between" className={classes.top}>
            <Row as="span" align="center" gap={8} className={classes.brand}>
              <LogoMark size={32} />
              {t('common.app.name')}
            </Row>
            <LanguageMenu />
          </Row>
          {children}
        </div>
      </main>
    </div>
  );
}
