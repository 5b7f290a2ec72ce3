import { Button, Checkbox, TextInput } from '@mantine/core';
import { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { AccountFields, type Account } from '../../../ui/forms/account-fields.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import classes from '../onboarding.module.css';
import { firstChannels, type Picked } from './picked-devices.ts';
import { PickedChannels } from './picked-channels.tsx';

interface PickedDeviceProps {
  edgeId: string;
  /** Account of all devices that have none of their own. */
  common: Account;
  one: Picked;
  onChange: (picked: Picked) => void;
}

/** A picked device: its name, or its channels once it was asked for them, and its account. */
export function PickedDevice({ edgeId, common, one, onChange }: PickedDeviceProps) {
  const { t } = useTranslation();
  const { device, account, channels } = one;
  const { host, port } = device;
  const read = useMutation({
    mutationFn: () =>
      call(cameraOnboardingCalls.channels, { body: { edgeId, host, port, credentials: account ?? common } }),
    onSuccess: (said) => onChange({ ...one, channels: firstChannels(device, said.channels) }),
  });
  return (
    <>
      <div className={classes.chosenDevice}>
        {channels === null ? (
          <TextInput
            label={t('cameraOnboarding.scan.nameOf', { host })}
            required
            maxLength={120}
            value={one.name}
            error={one.name.trim() === '' ? t('cameras.form.nameMissing') : null}
            onChange={(event) => onChange({ ...one, name: event.currentTarget.value })}
          />
        ) : (
          <h3 className={classes.channelsTitle}>{t('cameraOnboarding.scan.channelsOf', { host })}</h3>
        )}
        {account !== null && (
          <AccountFields value={account} onChange={(changed) => onChange({ ...one, account: changed })} />
        )}
        <Row gap={8} align="center" wrap className={account === null ? classes.besideName : classes.ownRow}>
          <Button variant="default" loading={read.isPending} onClick={() => read.mutate()}>
            {t(channels === null ? 'cameraOnboarding.scan.showChannels' : 'cameraOnboarding.scan.readAgain')}
          </Button>
          {account === null ? (
            <Button
              variant="subtle"
              color="gray"
              onClick={() => onChange({ ...one, account: { username: '', password: '' } })}
            >
              {t('cameraOnboarding.scan.ownAccount')}
            </Button>
          ) : (
            <Checkbox
              label={t('cameraOnboarding.scan.commonAccount')}
              checked={false}
              onChange={() => onChange({ ...one, account: null })}
            />
          )}
        </Row>
      </div>
      {read.error !== null && <FormFailure failure={read.error} />}
      {channels !== null && (
        <PickedChannels
          host={host}
          channels={channels}
          onChange={(changed) => onChange({ ...one, channels: changed })}
        />
      )}
    </>
  );
}
