import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../../ui/layout/stack.tsx';
import { severities } from '../alert-filters.ts';
import { chooseSound, useSoundChoices } from './sound-choices.ts';
import { soundOf } from './tones.ts';
import classes from './sound.module.css';

/** A switch for each severity: whether it sounds on this desk. */
export function SoundSwitches() {
  const { t } = useTranslation();
  const choices = useSoundChoices();
  return (
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
  );
}
