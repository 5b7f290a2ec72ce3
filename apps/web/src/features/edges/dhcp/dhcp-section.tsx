import type { Edge } from '@sightline/contracts/edges/edge';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '../../../ui/forms/form.module.css';
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
      <section className={classes.section}>
        <h2>{t('edges.dhcp.title')}</h2>
        {dhcp.error === null ? (
          <LoadingRows rows={3} />
        ) : (
          <ErrorState title={t('edges.dhcp.failed')} failure={dhcp.error} onRetry={() => void dhcp.refetch()} />
        )}
      </section>
    );
  const state = dhcp.data;
  return (
    <>
      <section className={classes.section}>
        <h2>{t('edges.dhcp.title')}</h2>
        <p className={classes.lead}>{t('edges.dhcp.text')}</p>
        {!state.isInstalled && <p className={classes.lead}>{t('errors.dhcp_not_installed')}</p>}
        {/* Of a core that does not answer any more nobody knows whether it gives out addresses: what it said last stays below. */}
        {dhcp.error !== null && (
          <ErrorState title={t('edges.dhcp.failed')} failure={dhcp.error} onRetry={() => void dhcp.refetch()} />
        )}
        {state.enabled && dhcp.error === null && (
          <p className={classes.lead}>
            <StatusLabel level={state.isRunning ? 'ok' : 'bad'}>
              {t(state.isRunning ? 'edges.dhcp.running' : 'edges.dhcp.notRunning')}
            </StatusLabel>{' '}
            {state.failure !== null && machineText(state.failure)}
          </p>
        )}
        {state.enabled && state.probe === 'notPossible' && <p className={classes.lead}>{t('edges.dhcp.notProbed')}</p>}
        <DhcpForm edge={edge} state={state} />
      </section>
      <section className={classes.section}>
        <h2>{t('edges.dhcp.reserved.title')}</h2>
        <DhcpReservations edge={edge} state={state} />
      </section>
      <section className={classes.section}>
        <h2>{t('edges.dhcp.leases.title')}</h2>
        <DhcpLeases edge={edge} state={state} timeZone={timeZone} />
      </section>
    </>
  );
}
