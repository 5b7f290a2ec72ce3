import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MoreDetails } from './more-details.ts';

interface DeliveryFieldsProps {
  value: Pick<MoreDetails, 'isWebrtc' | 'isWebrtcRelay'>;
  onChange: (change: Partial<MoreDetails>) => void;
}

/** How pictures travel to browsers. */
export function DeliveryFields({ value, onChange }: DeliveryFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Switch
        label={t('cameraOnboarding.details.isWebrtc')}
        description={t('cameraOnboarding.details.isWebrtcHint')}
        checked={value.isWebrtc}
        onChange={(event) => onChange({ isWebrtc: event.currentTarget.checked })}
      />
      <Switch
        label={t('cameraOnboarding.details.isWebrtcRelay')}
        description={t('cameraOnboarding.details.isWebrtcRelayHint')}
        checked={value.isWebrtcRelay}
        disabled={!value.isWebrtc}
        onChange={(event) => onChange({ isWebrtcRelay: event.currentTarget.checked })}
      />
    </>
  );
}
