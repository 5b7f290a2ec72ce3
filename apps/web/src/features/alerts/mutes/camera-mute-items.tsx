import type { AlertDetail } from '@sightline/contracts/alerts/alert';
import { Menu } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { formatDuration } from '../../../platform/i18n/format-number.ts';
import { muteOfCamera } from './mute-queries.ts';
import { muteHours, tomorrowAtEight } from './mute-times.ts';
import { useMuteCamera } from './use-mute-camera.ts';

const hourMs = 3_600_000;
const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

interface CameraMuteItemsProps {
  alert: Pick<AlertDetail, 'cameraName' | 'timeZone'>;
  cameraId: string;
}

/** Entries of a menu that mute the camera of an alert for a time, or end that. */
export function CameraMuteItems({ alert: { cameraName, timeZone }, cameraId }: CameraMuteItemsProps) {
  const { t } = useTranslation();
  const current = useQuery(muteOfCamera(cameraId)).data?.items[0];
  const mute = useMuteCamera({ cameraId, cameraName, timeZone });
  const times = [
    ...muteHours.map((hours) => ({
      name: t('alerts.muteCamera.for', { duration: formatDuration(hours * hourMs) }),
      until: () => serverNowUtcMs() + hours * hourMs,
    })),
    { name: t('alerts.muteCamera.tomorrow'), until: () => tomorrowAtEight(serverNowUtcMs(), timeZone) },
  ];
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('alerts.muteCamera.label')}</Menu.Label>
      {times.map(({ name, until }) => (
        <Menu.Item
          key={name}
          aria-label={t('alerts.muteCamera.item', { what: name, isolated: false })}
          leftSection={<IconBellOff {...icon} />}
          onClick={() => mute.mutate(until())}
        >
          {name}
        </Menu.Item>
      ))}
      {current !== undefined && current.untilUtcMs > serverNowUtcMs() && (
        <Menu.Item leftSection={<IconBell {...icon} />} onClick={() => mute.mutate(null)}>
          {t('alerts.muteCamera.end')}
        </Menu.Item>
      )}
    </>
  );
}
