import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ProvidersSection } from '../../../../features/auth-providers/providers-section.tsx';
import { currentOrganization } from '../../../../features/organizations/organization-queries.ts';
import { SignInRulesForm } from '../../../../features/organizations/sign-in-rules-form.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { ListScreen } from '../../../../ui/states/list-screen.tsx';
import { Section } from '../../../../ui/page/section.tsx';

/** How people of the organization may sign in, and where. */
export function AuthPage() {
  const { t } = useTranslation();
  const organization = useQuery(currentOrganization());
  return (
    <>
      <PageHeader title={t('authProviders.page.title')} />
      <ListScreen list={organization} failed={t('shell.failed.title')} rows={3}>
        {(data) => (
          <Section title={t('organizations.signIn.title')}>
            <SignInRulesForm key={data.id} organization={data} />
          </Section>
        )}
      </ListScreen>
      <ProvidersSection />
    </>
  );
}
