import { Button } from '@mantine/core';
import type { LoginFirewall } from '@sightline/contracts/login-firewall/login-firewall';
import { useTranslation } from 'react-i18next';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import classes from './login-firewall.module.css';

interface OwnAddressProps {
  firewall: LoginFirewall;
  /** Absent when it stands in the list already. */
  onAdd: (() => void) | undefined;
}

/** From where the person works now, and whether that is allowed by what is saved. */
export function OwnAddress({ firewall, onAdd }: OwnAddressProps) {
  const { t } = useTranslation();
  const { ownAddress, ownAddressIsAllowed, isEnabled } = firewall;
  return (
    <Row wrap align="center" justify="between" gap={16} rowGap={8} className={classes.own}>
      <Stack gap={4}>
        <p>{t('loginFirewall.own.address', { address: leftToRight(ownAddress) })}</p>
        <StatusLabel level={ownAddressIsAllowed ? 'ok' : isEnabled ? 'bad' : 'warn'}>
          {t(ownAddressIsAllowed ? 'loginFirewall.own.allowed' : 'loginFirewall.own.notAllowed')}
        </StatusLabel>
      </Stack>
      {onAdd !== undefined && (
        <Button variant="default" onClick={onAdd}>
          {t('loginFirewall.own.add')}
        </Button>
      )}
    </Row>
  );
}
