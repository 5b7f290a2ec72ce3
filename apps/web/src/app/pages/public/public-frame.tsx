import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsSignedIn } from '../../../platform/session/session-store.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { LogoMark } from '../../../ui/logo/logo-mark.tsx';
import { LanguageMenu } from '../../../ui/page/language-menu.tsx';
import head from '../../../ui/page/plain-header.module.css';
import classes from './public.module.css';

/** Page without rail: mark, title, language; links to the other public pages at the foot. */
export function PublicFrame({
  title,
  isTitleHidden = false,
  children,
}: {
  title: string;
  /** What is below has a title of its own. */
  isTitleHidden?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
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
        <LanguageMenu />
      </header>
      <main className={classes.body}>
        {!isTitleHidden && <h1>{title}</h1>}
        {children}
      </main>
      <Row as="footer" wrap gap={16} className={classes.foot}>
        <Link to="/terms">{t('pages.terms.title')}</Link>
        <Link to="/privacy">{t('pages.privacy.title')}</Link>
        {!isSignedIn && <Link to="/auth/login">{t('pages.public.signIn')}</Link>}
      </Row>
    </div>
  );
}
