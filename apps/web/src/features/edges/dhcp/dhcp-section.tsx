import type { Edge } from '@sightline/contracts/edges/edge';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Lead, Section } from '../../../ui/page/section.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import { dhcpOf } from '../edge-queries.ts';
import { machineText } from '../system/machine-text.tsx';
import { DhcpForm } from './dhcp-form.tsx';
import { DhcpLeases } from './dhcp-leases.tsx';
import { DhcpReservations } from './dhcp-reservations.tsx';

/** Addresses that a core gives to the devices of the camera network. */
export function DhcpSection({ edge, timeZone }: { edge: Edge; timeZone: string }) {
  const { t } = useTranslation();
  const dhcp = useQuery(dhcpOf(edge.id));
  if (dhcp.data === undefined)
    return (
      <Section title={t('edges.dhcp.title')}>
        {dhcp.error === null ? (
          <LoadingRows rows={3} />
        ) : (
          <ErrorState title={t('edges.dhcp.failed')} failure={dhcp.error} onRetry={() => void dhcp.refetch()} />
        )}
      </Section>
    );
  const state = dhcp.data;
  return (
    <>
      <Section title={t('edges.dhcp.title')} lead={t('edges.dhcp.text')}>
        {!state.isInstalled && <Lead>{t('errors.dhcp_not_installed')}</Lead>}
        {/* Of a core that does not answer any more nobody knows whether it gives out addresses: what it said last stays below. */}
        {dhcp.error !== null && (
          <ErrorState title={t('edges.dhcp.failed')} failure={dhcp.error} onRetry={() => void dhcp.refetch()} />
        )}
        {state.enabled && dhcp.error === null && (
          <Lead>
            <StatusLabel level={state.isRunning ? 'ok' : 'bad'}>
              {t(state.isRunning ? 'edges.dhcp.running' : 'edges.dhcp.notRunning')}
            </StatusLabel>{' '}
            {state.failure !== null && machineText(state.failure)}
          </Lead>
        )}
        {state.enabled && state.probe === 'notPossible' && <Lead>{t('edges.dhcp.notProbed')}</Lead>}
        <DhcpForm edge={edge} state={state} />
      </Section>
      <Section title={t('edges.dhcp.reserved.title')}>
        <DhcpReservations edge={edge} state={state} />
      </Section>
      <Section title={t('edges.dhcp.leases.title')}>
        <DhcpLeases edge={edge} state={state} timeZone={timeZone} />
      </Section>
    </>
  );
}
