import { Button } from '@mantine/core';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callKey } from '../../platform/api/client.ts';
import { turnOffNotifications, turnOnNotifications } from '../../platform/push/push-device.ts';
import { Section } from '../../ui/page/section.tsx';
import { hereQuery } from './device-queries.ts';
import classes from './user-devices.module.css';

/** Whether this browser gets notifications, and the way to change it. A subscription that fails is only logged. */
export function ThisBrowser() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const here = useQuery(hereQuery());
  const change = useMutation({
    mutationFn: async (isOn: boolean): Promise<void> => {
      if (isOn) await turnOnNotifications();
      else await turnOffNotifications();
    },
    onSettled: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: hereQuery().queryKey }),
        client.invalidateQueries({ queryKey: callKey(userDevicesCalls.list) }),
      ]);
    },
  });
  const state = here.data ?? 'reading';
  return (
    <Section title={t('userDevices.here.title')} data-notifications={state}>
      <p className={classes.lead}>{t(`userDevices.here.${state}`)}</p>
      {state === 'off' && (
        <Button loading={change.isPending} onClick={() => change.mutate(true)}>
          {t('userDevices.here.turnOn')}
        </Button>
      )}
      {state === 'on' && (
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate(false)}>
          {t('userDevices.here.turnOff')}
        </Button>
      )}
    </Section>
  );
}
