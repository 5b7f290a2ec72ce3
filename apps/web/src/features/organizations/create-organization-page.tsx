import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { OrganizationDraftForm } from './organization-draft-form.tsx';
import classes from '../../ui/forms/form.module.css';
import { PageHeader } from '../../ui/page/page-header.tsx';

/** First step of making an organization: name and colour. */
export function CreateOrganizationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t('organizations.create.title')} meta={t('organizations.create.step', { step: 1, of: 2 })} />
      <section className={classes.section}>
        <h2>{t('organizations.create.step1')}</h2>
        <p className={classes.lead}>{t('organizations.create.step1Text')}</p>
        <OrganizationDraftForm onContinue={() => void navigate({ to: '/organization/create-organization/step2' })} />
      </section>
    </>
  );
}
