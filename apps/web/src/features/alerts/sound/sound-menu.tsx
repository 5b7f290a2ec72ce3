import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { severities } from '../alert-filters.ts';
import { useSoundChoices } from './sound-choices.ts';
import { useAlertSound } from './use-alert-sound.ts';

const SoundSwitches = lazy(async () => ({ default: (await import('./sound-switches.tsx')).SoundSwitches }));

/** Which alerts sound on this desk; says where the browser keeps them from being heard. */
export function SoundMenu() {
  const { t } = useTranslation();
  const choices = useSoundChoices();
  const { isBlocked, allow } = useAlertSound();
  const isOn = severities.some((severity) => choices[severity]);
  return (
    <>
      {isOn && isBlocked && (
        <Button variant="light" color="yellow" size="compact-md" onClick={allow}>
          {t('alerts.sound.blocked')}
        </Button>
      )}
      <Popover position="bottom-end" width={280} trapFocus>
        <Popover.Target>
          <ActionIcon aria-label={t(isOn ? 'alerts.sound.on' : 'alerts.sound.off')}>
            {isOn ? (
              <IconVolume size={20} stroke={1.5} aria-hidden="true" />
            ) : (
              <IconVolumeOff size={20} stroke={1.5} aria-hidden="true" />
            )}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <Suspense>
            <SoundSwitches />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
