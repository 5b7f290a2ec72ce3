import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { profileQuery } from '../../../features/accounts/account-queries.ts';
import { IdentityList } from '../../../features/accounts/identities/identity-list.tsx';
import { LinkProvider } from '../../../features/accounts/identities/link-provider.tsx';
import { LandingNotice } from '../../../features/sessions/landing-notice.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { Lead, Section } from '../../../ui/page/section.tsx';

/** Ways of signing in that are linked to the account; a provider that was to be linked leads back here. */
export function IdentitiesPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/shell/account-area/account/identities' });
  const profile = useQuery({ ...profileQuery(), staleTime: 0 });
  const identities = profile.data?.identities ?? [];
  const isLinked = search.linked === 'true' && search.msg === undefined;
  return (
    <>
      <PageHeader title={t('shell.account.identities')} />
      <ListScreen list={profile} failed={t('accounts.details.failed')} rows={2}>
        {(data) => (
          <>
            <Section>
              <LandingNotice landing={search} />
              {isLinked && <Lead role="status">{t('accounts.identities.linked')}</Lead>}
              <Lead>{t('accounts.identities.lead')}</Lead>
              <IdentityList identities={identities} />
            </Section>
            <Section title={t('accounts.identities.linkTitle')} lead={t('accounts.identities.linkLead')}>
              <LinkProvider
                email={data.email}
                linkedProviderIds={identities.map(({ authProviderId }) => authProviderId)}
              />
            </Section>
          </>
        )}
      </ListScreen>
    </>
  );
}
