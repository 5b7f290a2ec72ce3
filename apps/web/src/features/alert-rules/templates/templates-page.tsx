import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { AllKinds } from './all-kinds.tsx';
import { TemplateCards } from './template-cards.tsx';
import classes from './templates.module.css';

/** Where a new rule begins: the jobs that rules are commonly made for, then every kind there is. */
export function TemplatesPage() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('alertRules.templates.title')}
        parents={[{ key: 'list', link: <Link to="/alert/list">{t('alertRules.list.title')}</Link> }]}
      />
      <Section title={t('alertRules.templates.jobs')} lead={t('alertRules.templates.lead')}>
        <TemplateCards />
      </Section>
      <Section title={t('alertRules.templates.kinds')}>
        <AllKinds />
      </Section>
    </div>
  );
}
