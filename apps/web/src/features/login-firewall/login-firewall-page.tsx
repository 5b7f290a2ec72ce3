import { loginFirewallCalls } from '@sightline/contracts/login-firewall/login-firewall.api';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Lead, Section } from '../../ui/page/section.tsx';
import { FirewallForm } from './firewall-form.tsx';
import { callQuery } from '../../platform/api/client.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';

/** Networks from which people may sign in to the organization. */
export function LoginFirewallPage() {
  const { t } = useTranslation();
  // The form holds what it was given; a list that is minutes old would only lead to a conflict.
  const firewall = useQuery({ ...callQuery(loginFirewallCalls.get, {}), staleTime: 0, gcTime: 0 });
  return (
    <>
      <PageHeader title={t('loginFirewall.page.title')} />
      {firewall.data === undefined && firewall.error === null && <LoadingRows rows={4} />}
      {firewall.data === undefined && firewall.error !== null && (
        <ErrorState
          title={t('loginFirewall.page.failed')}
          failure={firewall.error}
          onRetry={() => void firewall.refetch()}
        />
      )}
      {firewall.data !== undefined && (
        <Section>
          <Lead>{t('loginFirewall.page.lead')}</Lead>
          <FirewallForm firewall={firewall.data} />
        </Section>
      )}
    </>
  );
}
