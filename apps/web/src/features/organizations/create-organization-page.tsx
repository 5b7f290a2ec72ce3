import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Section } from '../../ui/page/section.tsx';
import { OrganizationDraftForm } from './organization-draft-form.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';

/** First step of making an organization: name and colour. */
export function CreateOrganizationPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t('organizations.create.title')} meta={t('organizations.create.step', { step: 1, of: 2 })} />
      <Section title={t('organizations.create.step1')} lead={t('organizations.create.step1Text')}>
        <OrganizationDraftForm onContinue={() => void navigate({ to: '/organization/create-organization/step2' })} />
      </Section>
    </>
  );
}
