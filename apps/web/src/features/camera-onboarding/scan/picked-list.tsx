import { Button, Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AccountFields } from '../../../ui/forms/account-fields.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import classes from '../onboarding.module.css';
import { keyOfDevice, type Picked } from './picked-devices.ts';

interface PickedListProps {
  picked: readonly Picked[];
  onChange: (picked: Picked) => void;
}

/** Names of picked devices, and accounts of those that have their own. */
export function PickedList({ picked, onChange }: PickedListProps) {
  const { t } = useTranslation();
  return (
    <Stack as="ul" gap={12} className={classes.chosen} aria-label={t('cameraOnboarding.scan.chosen')}>
      {picked.map((one) => (
        <li key={keyOfDevice(one.device)} className={classes.chosenDevice}>
          <TextInput
            label={t('cameraOnboarding.scan.nameOf', { host: one.device.host })}
            required
            maxLength={120}
            value={one.name}
            error={one.name.trim() === '' ? t('cameras.form.nameMissing') : null}
            onChange={(event) => onChange({ ...one, name: event.currentTarget.value })}
          />
          {one.account === null ? (
            <Button
              variant="subtle"
              color="gray"
              onClick={() => onChange({ ...one, account: { username: '', password: '' } })}
            >
              {t('cameraOnboarding.scan.ownAccount')}
            </Button>
          ) : (
            <>
              <AccountFields value={one.account} onChange={(account) => onChange({ ...one, account })} />
              <Checkbox
                label={t('cameraOnboarding.scan.commonAccount')}
                checked={false}
                onChange={() => onChange({ ...one, account: null })}
              />
            </>
          )}
        </li>
      ))}
    </Stack>
  );
}
