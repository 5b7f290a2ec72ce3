import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SignInFrame } from '../../../features/sessions/sign-in-frame.tsx';
import classes from '../../../features/sessions/sign-in.module.css';

interface EntryPageProps {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}

/** A page around signing in: title, one sentence, a form. */
export function EntryPage({ title, lead, children }: EntryPageProps) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · ${t('common.app.name')}`;
  }, [title, t]);
  return (
    <SignInFrame>
      <h1 className={classes.title}>{title}</h1>
      <div className={classes.lead}>{lead}</div>
      {children}
    </SignInFrame>
  );
}
