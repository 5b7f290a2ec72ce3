import { useTranslation } from 'react-i18next';
import type { Account } from '../../../ui/forms/account-fields.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import classes from '../onboarding.module.css';
import { keyOfDevice, type Picked } from './picked-devices.ts';
import { PickedDevice } from './picked-device.tsx';

interface PickedListProps {
  edgeId: string;
  /** Of all devices that have none of their own. */
  account: Account;
  picked: readonly Picked[];
  onChange: (picked: Picked) => void;
}

/** Names of picked devices and of their channels, and accounts of those that have their own. */
export function PickedList({ edgeId, account, picked, onChange }: PickedListProps) {
  const { t } = useTranslation();
  return (
    <Stack as="ul" gap={12} className={classes.chosen} aria-label={t('cameraOnboarding.scan.chosen')}>
      {picked.map((one) => (
        <Stack as="li" gap={12} key={keyOfDevice(one.device)} className={classes.chosenItem}>
          <PickedDevice edgeId={edgeId} common={account} one={one} onChange={onChange} />
        </Stack>
      ))}
    </Stack>
  );
}
