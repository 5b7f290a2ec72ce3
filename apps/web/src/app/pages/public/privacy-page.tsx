import { useTranslation } from 'react-i18next';
import { LegalPage } from './legal-page.tsx';
import classes from './public.module.css';

const sections = ['whose', 'account', 'video', 'detections', 'audit', 'browser', 'others', 'rights'] as const;

/** What this installation keeps of people, where and for how long. */
export function PrivacyPage() {
  const { t } = useTranslation();
  return (
    <LegalPage name="privacy">
      {sections.map((section) => (
        <section key={section}>
          <h2>{t(`pages.privacy.${section}`)}</h2>
          <p className={classes.text}>{t(`pages.privacy.${section}Text`)}</p>
        </section>
      ))}
    </LegalPage>
  );
}
