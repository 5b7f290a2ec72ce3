import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../../ui/layout/stack.tsx';
import type { ParsedAddress } from './parse-addresses.ts';
import classes from '../users.module.css';

interface AddressVerdictsProps {
  parsed: readonly ParsedAddress[];
  /** What the server said of addresses. */
  refused: ReadonlyMap<string, 'already_member' | 'invite_pending'>;
}

/** Every address with whether it can be invited, and why not. */
export function AddressVerdicts({ parsed, refused }: AddressVerdictsProps) {
  const { t } = useTranslation();
  const verdict = ({ text, fault }: ParsedAddress): string | null => {
    const code = refused.get(text);
    if (code !== undefined) return t(`errors.${code}`);
    return fault === null ? null : t(`users.invite.fault.${fault}`);
  };
  if (parsed.length === 0) return null;
  return (
    <Stack as="ul" gap={4} className={classes.assessed} aria-label={t('users.invite.judged')}>
      {parsed.map((address, index) => {
        const fault = verdict(address);
        return (
          <li key={`${address.text} ${String(index)}`} data-bad={fault !== null}>
            {fault === null ? (
              <IconCheck size={16} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconAlertCircle size={16} stroke={1.6} aria-hidden="true" />
            )}
            <bdi dir="ltr">{address.text}</bdi>
            {fault !== null && <span>{fault}</span>}
          </li>
        );
      })}
    </Stack>
  );
}
