import { Checkbox } from '@mantine/core';
import type { CameraScan } from '@sightline/contracts/camera-onboarding/camera-onboarding';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../../ui/layout/stack.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { isNew, isPickable, keyOfDevice, type Found } from './picked-devices.ts';

interface FoundDevicesProps {
  devices: CameraScan['devices'];
  picked: ReadonlySet<string>;
  onPick: (devices: readonly Found[], isPicked: boolean) => void;
}

const columnsOf = (t: TFunction, { picked, onPick }: Pick<FoundDevicesProps, 'picked' | 'onPick'>) => [
  {
    id: 'pick',
    header: t('cameraOnboarding.scan.pick'),
    cell: (device: Found) => (
      <Checkbox
        aria-label={t('cameraOnboarding.scan.pickOne', { host: device.host })}
        checked={picked.has(keyOfDevice(device))}
        disabled={!isPickable(device)}
        onChange={(event) => onPick([device], event.currentTarget.checked)}
      />
    ),
  },
  {
    id: 'host',
    header: t('cameraOnboarding.device.host'),
    cell: (device: Found) => <bdi dir="ltr">{`${device.host}:${String(device.port)}`}</bdi>,
  },
  { id: 'name', header: t('cameras.form.name'), cell: (device: Found) => <bdi translate="no">{device.name}</bdi> },
  {
    id: 'model',
    header: t('cameraOnboarding.device.model'),
    cell: (device: Found) => <bdi translate="no">{`${device.manufacturer} ${device.model}`.trim()}</bdi>,
  },
  {
    id: 'mac',
    header: t('cameraOnboarding.device.mac'),
    cell: (device: Found) => <bdi dir="ltr">{device.macAddress ?? '–'}</bdi>,
  },
  {
    id: 'state',
    header: t('cameras.list.status'),
    cell: (device: Found) => {
      if (device.cameraCount > 0) return t('cameraOnboarding.scan.known', { count: device.cameraCount });
      return device.isOnvif ? t('cameraOnboarding.scan.new') : t('cameraOnboarding.scan.rtspOnly');
    },
  },
];

/** What a scan found. What speaks no ONVIF cannot be picked; what is a camera already only one by one, for it may be a recorder with more. */
export function FoundDevices({ devices, picked, onPick }: FoundDevicesProps) {
  const { t } = useTranslation();
  const fresh = devices.filter(isNew);
  return (
    <Stack gap={12}>
      {fresh.length > 1 && (
        <Checkbox
          label={t('cameraOnboarding.scan.pickAll')}
          checked={fresh.every((device) => picked.has(keyOfDevice(device)))}
          onChange={(event) => onPick(fresh, event.currentTarget.checked)}
        />
      )}
      <PlainTable
        label={t('cameraOnboarding.scan.found')}
        columns={columnsOf(t, { picked, onPick })}
        rows={devices}
        rowKey={keyOfDevice}
      />
    </Stack>
  );
}
