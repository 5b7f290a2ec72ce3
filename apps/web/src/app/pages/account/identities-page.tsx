import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { profileQuery } from '../../../features/accounts/account-queries.ts';
import { IdentityList } from '../../../features/accounts/identities/identity-list.tsx';
import { LinkProvider } from '../../../features/accounts/identities/link-provider.tsx';
import { LandingNotice } from '../../../features/sessions/landing-notice.tsx';
import classes from '../../../ui/forms/form.module.css';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';

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
      {profile.data === undefined && profile.error === null && <LoadingRows rows={2} />}
      {profile.data === undefined && profile.error !== null && (
        <ErrorState
          title={t('accounts.details.failed')}
          failure={profile.error}
          onRetry={() => void profile.refetch()}
        />
      )}
      {profile.data !== undefined && (
        <>
          <section className={classes.section}>
            <LandingNotice landing={search} />
            {isLinked && (
              <p className={classes.lead} role="status">
                {t('accounts.identities.linked')}
              </p>
            )}
            <p className={classes.lead}>{t('accounts.identities.lead')}</p>
            <IdentityList identities={identities} />
          </section>
          <section className={classes.section}>
            <h2>{t('accounts.identities.linkTitle')}</h2>
            <p className={classes.lead}>{t('accounts.identities.linkLead')}</p>
            <LinkProvider
              email={profile.data.email}
              linkedProviderIds={identities.map(({ authProviderId }) => authProviderId)}
            />
          </section>
        </>
      )}
    </>
  );
}
