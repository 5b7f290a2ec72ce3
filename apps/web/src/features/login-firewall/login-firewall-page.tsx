import { loginFirewallCalls } from '@sightline/contracts/login-firewall/login-firewall.api';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Lead, Section } from '../../ui/page/section.tsx';
import { FirewallForm } from './firewall-form.tsx';
import { callQuery } from '../../platform/api/client.ts';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';

/** Networks from which people may sign in to the organization. */
export function LoginFirewallPage() {
  const { t } = useTranslation();
  // The form holds what it was given; a list that is minutes old would only lead to a conflict.
  const firewall = useQuery({ ...callQuery(loginFirewallCalls.get, {}), staleTime: 0, gcTime: 0 });
  return (
    <>
      <PageHeader title={t('loginFirewall.page.title')} />
      <ListScreen list={firewall} failed={t('loginFirewall.page.failed')} rows={4}>
        {(data) => (
          <Section>
            <Lead>{t('loginFirewall.page.lead')}</Lead>
            <FirewallForm firewall={data} />
          </Section>
        )}
      </ListScreen>
    </>
  );
}
