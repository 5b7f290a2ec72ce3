import { NativeSelect, Switch } from '@mantine/core';
import type { OnvifDevice } from '@sightline/contracts/cameras/camera-onvif';
import { useTranslation } from 'react-i18next';
import { profileLine, proposedProfiles, type ChosenProfiles } from './chosen-profiles.ts';

interface ProfileFieldsProps {
  device: OnvifDevice;
  autoConfigure: boolean;
  value: ChosenProfiles;
  onChange: (autoConfigure: boolean, value: ChosenProfiles) => void;
}

/** Which streams of a device are taken: those that the core proposes, or others. */
export function ProfileFields({ device, autoConfigure, value, onChange }: ProfileFieldsProps) {
  const { t } = useTranslation();
  const options = device.profiles.map((profile) => ({ value: profile.token, label: profileLine(profile) }));
  const none = { value: '', label: t('cameraOnboarding.device.noSub') };
  return (
    <>
      <Switch
        label={t('cameraOnboarding.device.auto')}
        description={t('cameraOnboarding.device.autoHint')}
        checked={autoConfigure}
        onChange={(event) =>
          onChange(event.currentTarget.checked, event.currentTarget.checked ? proposedProfiles(device) : value)
        }
      />
      <NativeSelect
        label={t('cameras.test.main')}
        dir="ltr"
        data={options}
        value={value.main}
        disabled={autoConfigure}
        onChange={(event) => onChange(false, { ...value, main: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('cameras.test.sub')}
        dir="ltr"
        data={[none, ...options]}
        value={value.sub}
        disabled={autoConfigure}
        onChange={(event) => onChange(false, { ...value, sub: event.currentTarget.value })}
      />
    </>
  );
}
