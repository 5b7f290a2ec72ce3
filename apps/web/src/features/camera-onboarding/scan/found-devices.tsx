import { Checkbox } from '@mantine/core';
import type { CameraScan } from '@sightline/contracts/camera-onboarding/camera-onboarding';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../../ui/layout/stack.tsx';
import words from '../../../ui/forms/field-words.module.css';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import classes from './found-devices.module.css';
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
  // Beside the address: a phone shows it without moving the table.
  {
    id: 'state',
    header: t('cameras.list.status'),
    cell: (device: Found) => (
      <div className={classes.state}>
        <DeviceState device={device} />
      </div>
    ),
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
];

/** Whether a device is a camera already, and of a recorder how many of its channels are. */
function DeviceState({ device: { cameraCount, channelCount, isElsewhere, isOnvif } }: { device: Found }) {
  const { t } = useTranslation();
  if (cameraCount === 0) return isOnvif ? t('cameraOnboarding.scan.new') : t('cameraOnboarding.scan.rtspOnly');
  const isRecorder = channelCount !== null && channelCount > 1;
  const known = isRecorder
    ? t('cameraOnboarding.scan.knownOf', { added: Math.min(cameraCount, channelCount), total: channelCount })
    : t('cameraOnboarding.scan.known', { count: cameraCount });
  if (!isElsewhere) return known;
  return (
    <Stack gap={4}>
      <span>{known}</span>
      <span className={words.hint}>{t('cameraOnboarding.scan.elsewhere')}</span>
    </Stack>
  );
}

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
