import { useTranslation } from 'react-i18next';
import { PublicFrame } from './public-frame.tsx';
import classes from './public.module.css';

const sections = ['whose', 'use', 'account', 'recordings', 'availability', 'software', 'changes'] as const;

/** Under which terms this installation may be used. */
export function TermsPage() {
  const { t } = useTranslation();
  return (
    <PublicFrame title={t('pages.terms.title')}>
      <p className={classes.lead}>{t('pages.terms.lead')}</p>
      {sections.map((section) => (
        <section key={section}>
          <h2>{t(`pages.terms.${section}`)}</h2>
          <p className={classes.text}>{t(`pages.terms.${section}Text`)}</p>
        </section>
      ))}
    </PublicFrame>
  );
}
