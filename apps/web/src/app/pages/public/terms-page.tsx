import { useTranslation } from 'react-i18next';
import { LegalPage } from './legal-page.tsx';
import classes from './public.module.css';

const sections = ['whose', 'account', 'recordings', 'availability', 'software'] as const;

/** Under which terms this installation may be used. */
export function TermsPage() {
  const { t } = useTranslation();
  return (
    <LegalPage name="terms">
      {sections.map((section) => (
        <section key={section}>
          <h2>{t(`pages.terms.${section}`)}</h2>
          <p className={classes.text}>{t(`pages.terms.${section}Text`)}</p>
        </section>
      ))}
    </LegalPage>
  );
}
