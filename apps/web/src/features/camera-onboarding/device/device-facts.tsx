import type { OnvifDevice } from '@sightline/contracts/cameras/camera-onvif';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../ui/page/facts.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import { isClockOff, useClockWords } from './clock-words.ts';

/** What a device says of itself. */
export function DeviceFacts({ device }: { device: OnvifDevice }) {
  const { t } = useTranslation();
  const clockWords = useClockWords();
  const can = (['ptz', 'events', 'imaging', 'audio'] as const).filter((ability) => device.can[ability]);
  return (
    <Facts>
      <dt>{t('cameraOnboarding.device.model')}</dt>
      <dd>
        <bdi>{`${device.manufacturer} ${device.model}`.trim()}</bdi>
      </dd>
      <dt>{t('cameraOnboarding.device.firmware')}</dt>
      <dd>
        <bdi dir="ltr">{device.firmware}</bdi>
      </dd>
      {device.macAddress !== null && (
        <>
          <dt>{t('cameraOnboarding.device.mac')}</dt>
          <dd>
            <bdi dir="ltr">{device.macAddress}</bdi>
          </dd>
        </>
      )}
      <dt>{t('cameraOnboarding.device.clock')}</dt>
      <dd>
        <StatusLabel level={isClockOff(device.clockOffsetMs) ? 'warn' : 'ok'}>
          {clockWords(device.clockOffsetMs)}
        </StatusLabel>
      </dd>
      {can.length > 0 && (
        <>
          <dt>{t('cameraOnboarding.device.can')}</dt>
          <dd>{can.map((ability) => t(`cameraOnboarding.device.${ability}`)).join(' · ')}</dd>
        </>
      )}
    </Facts>
  );
}
