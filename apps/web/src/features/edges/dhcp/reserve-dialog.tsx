import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { DhcpReservation } from '@sightline/contracts/edges/dhcp';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { isAddress, isHardwareAddress, isHostName } from './dhcp-values.ts';
import { useDhcpChange } from './use-dhcp-change.ts';

interface ReserveDialogProps {
  edgeId: string;
  first: DhcpReservation;
  onClose: () => void;
}

/** Keeps an address for a device. */
export function ReserveDialog({ edgeId, first, onClose }: ReserveDialogProps) {
  const { t } = useTranslation();
  const form = useForm<DhcpReservation>({
    initialValues: first,
    validate: {
      macAddress: (value) => (isHardwareAddress(value) ? null : t('edges.dhcp.form.macWrong')),
      ip: (value) => (isAddress(value) ? null : t('edges.dhcp.form.addressWrong')),
      name: (value) => (isHostName(value) ? null : t('edges.dhcp.form.nameWrong')),
    },
  });
  const reserve = useDhcpChange<DhcpReservation>(
    edgeId,
    ({ macAddress, ip, name }) =>
      call(edgesCalls.reserveAddress, {
        params: { id: edgeId },
        body: { macAddress: macAddress.trim(), ip: ip.trim(), name: name.trim() },
      }),
    () => {
      toastSuccess({ title: t('edges.dhcp.reserved.added') });
      onClose();
    },
  );
  return (
    <FormDialog
      title={t('edges.dhcp.reserved.add')}
      width={400}
      submitLabel={t('edges.dhcp.reserved.add')}
      isBusy={reserve.isPending}
      failure={reserve.error}
      onSubmit={form.onSubmit((values) => reserve.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        label={t('edges.dhcp.mac')}
        dir="ltr"
        maxLength={17}
        placeholder="02:00:5e:10:00:01"
        data-autofocus
        {...form.getInputProps('macAddress')}
      />
      <TextInput label={t('edges.dhcp.address')} dir="ltr" maxLength={15} {...form.getInputProps('ip')} />
      <TextInput label={t('edges.dhcp.name')} dir="ltr" maxLength={63} {...form.getInputProps('name')} />
    </FormDialog>
  );
}
