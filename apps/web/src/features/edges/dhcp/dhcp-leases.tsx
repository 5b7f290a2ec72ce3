import { Button } from '@mantine/core';
import type { DhcpLease, DhcpState } from '@sightline/contracts/edges/dhcp';
import type { Edge } from '@sightline/contracts/edges/edge';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { Lead } from '../../../ui/page/section.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { isolatedText, machineText } from '../system/machine-text.tsx';
import { isHardwareAddress, isHostName } from './dhcp-values.ts';
import { ReserveDialog } from './reserve-dialog.tsx';

interface DhcpLeasesProps {
  edge: Edge;
  state: DhcpState;
  timeZone: string;
}

/** Devices that have an address now; the address of one can be kept for it. */
export function DhcpLeases({ edge, state, timeZone }: DhcpLeasesProps) {
  const { t } = useTranslation();
  const [keeping, setKeeping] = useState<DhcpLease | null>(null);
  if (state.leases.length === 0) return <Lead>{t('edges.dhcp.leases.none')}</Lead>;
  const isReserved = (lease: DhcpLease): boolean =>
    state.reserved.some(({ macAddress }) => macAddress === lease.macAddress);
  const mayKeep = (lease: DhcpLease): boolean =>
    edge.can.edit && state.settings !== null && isHardwareAddress(lease.macAddress) && !isReserved(lease);
  const keepCell = (lease: DhcpLease) => {
    if (!mayKeep(lease)) return isReserved(lease) ? t('edges.dhcp.leases.kept') : '';
    return (
      <Button variant="default" size="compact-sm" onClick={() => setKeeping(lease)}>
        {t('edges.dhcp.leases.keep')}
      </Button>
    );
  };
  return (
    <>
      <PlainTable
        label={t('edges.dhcp.leases.title')}
        rows={state.leases}
        rowKey={({ ip }) => ip}
        columns={[
          { id: 'mac', header: t('edges.dhcp.mac'), cell: ({ macAddress }) => machineText(macAddress) },
          { id: 'ip', header: t('edges.dhcp.address'), cell: ({ ip }) => machineText(ip) },
          { id: 'name', header: t('edges.dhcp.name'), cell: ({ name }) => machineText(name) },
          {
            id: 'until',
            header: t('edges.dhcp.leases.until'),
            cell: ({ expiresAtUtcMs }) =>
              expiresAtUtcMs === null
                ? t('edges.dhcp.leases.forEver')
                : isolatedText(formatTime(expiresAtUtcMs, timeZone, 'full')),
          },
          {
            id: 'keep',
            header: t('edges.dhcp.actions'),
            cell: keepCell,
          },
        ]}
      />
      {keeping !== null && (
        <ReserveDialog
          edgeId={edge.id}
          first={{ macAddress: keeping.macAddress, ip: keeping.ip, name: isHostName(keeping.name) ? keeping.name : '' }}
          onClose={() => setKeeping(null)}
        />
      )}
    </>
  );
}
