import { ActionIcon, Button, Popover, Switch } from '@mantine/core';
import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../../ui/layout/stack.tsx';
import { severities } from '../alert-filters.ts';
import { chooseSound, useSoundChoices } from './sound-choices.ts';
import { soundOf } from './tones.ts';
import { useAlertSound } from './use-alert-sound.ts';
import classes from './sound.module.css';

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
          <Stack gap={12} role="group" aria-label={t('alerts.sound.title')}>
            <p className={classes.title}>{t('alerts.sound.title')}</p>
            {severities.map((severity) => (
              <Switch
                key={severity}
                label={t(`events.search.severity.${severity}`)}
                checked={choices[severity]}
                onChange={({ currentTarget }) => {
                  chooseSound(severity, currentTarget.checked);
                  if (currentTarget.checked) void soundOf(severity);
                }}
              />
            ))}
            <p className={classes.hint}>{t('alerts.sound.hint')}</p>
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
