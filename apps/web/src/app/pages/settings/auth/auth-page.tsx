import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ProvidersSection } from '../../../../features/auth-providers/providers-section.tsx';
import { currentOrganization } from '../../../../features/organizations/organization-queries.ts';
import { SignInRulesForm } from '../../../../features/organizations/sign-in-rules-form.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Section } from '../../../../ui/page/section.tsx';
import { ErrorState } from '../../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../../ui/states/loading-rows.tsx';

/** How people of the organization may sign in, and where. */
export function AuthPage() {
  const { t } = useTranslation();
  const organization = useQuery(currentOrganization());
  return (
    <>
      <PageHeader title={t('authProviders.page.title')} />
      {organization.data === undefined && organization.error === null && <LoadingRows rows={3} />}
      {organization.data === undefined && organization.error !== null && (
        <ErrorState
          title={t('shell.failed.title')}
          failure={organization.error}
          onRetry={() => void organization.refetch()}
        />
      )}
      {organization.data !== undefined && (
        <Section title={t('organizations.signIn.title')}>
          <SignInRulesForm key={organization.data.id} organization={organization.data} />
        </Section>
      )}
      <ProvidersSection />
    </>
  );
}
