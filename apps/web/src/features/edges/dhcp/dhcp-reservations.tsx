import { ActionIcon, Button } from '@mantine/core';
import type { DhcpReservation, DhcpState } from '@sightline/contracts/edges/dhcp';
import type { Edge } from '@sightline/contracts/edges/edge';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { FormActions } from '../../../ui/forms/form.tsx';
import { Lead } from '../../../ui/page/section.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { machineText } from '../system/machine-text.tsx';
import { ReserveDialog } from './reserve-dialog.tsx';
import { useDhcpChange } from './use-dhcp-change.ts';

/** Addresses that are kept for certain devices, by hardware address. */
export function DhcpReservations({ edge, state }: { edge: Edge; state: DhcpState }) {
  const { t } = useTranslation();
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<string | null>(null);
  const release = useDhcpChange<string>(edge.id, (macAddress) =>
    call(edgesCalls.releaseAddress, { params: { id: edge.id, macAddress } }),
  );
  const mayChange = edge.can.edit && state.settings !== null;
  const removeCell = ({ macAddress }: DhcpReservation) => (
    <ActionIcon aria-label={t('edges.dhcp.reserved.remove', { macAddress })} onClick={() => setLeaving(macAddress)}>
      <IconTrash size={18} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  );
  return (
    <>
      {state.reserved.length === 0 ? (
        <Lead>{t(state.settings === null ? 'edges.dhcp.reserved.setUpFirst' : 'edges.dhcp.reserved.none')}</Lead>
      ) : (
        <PlainTable
          label={t('edges.dhcp.reserved.title')}
          rows={state.reserved}
          rowKey={({ macAddress }) => macAddress}
          columns={[
            { id: 'mac', header: t('edges.dhcp.mac'), cell: ({ macAddress }) => machineText(macAddress) },
            { id: 'ip', header: t('edges.dhcp.address'), cell: ({ ip }) => machineText(ip) },
            { id: 'name', header: t('edges.dhcp.name'), cell: ({ name }) => machineText(name) },
            ...(mayChange
              ? [
                  {
                    id: 'remove',
                    header: t('edges.dhcp.actions'),
                    cell: removeCell,
                  },
                ]
              : []),
          ]}
        />
      )}
      {mayChange && (
        <FormActions>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => setIsAdding(true)}
          >
            {t('edges.dhcp.reserved.add')}
          </Button>
        </FormActions>
      )}
      {isAdding && (
        <ReserveDialog
          edgeId={edge.id}
          first={{ macAddress: '', ip: '', name: '' }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {leaving !== null && (
        <ConfirmDialog
          title={t('edges.dhcp.reserved.removeTitle')}
          text={t('edges.dhcp.reserved.removeText', { macAddress: leaving })}
          confirmLabel={t('edges.dhcp.reserved.removeAction')}
          onConfirm={async () => {
            await release.mutateAsync(leaving);
            toastSuccess({ title: t('edges.dhcp.reserved.removed') });
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}
