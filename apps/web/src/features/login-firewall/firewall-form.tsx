import { Button, Switch } from '@mantine/core';
import type { LoginFirewall } from '@sightline/contracts/login-firewall/login-firewall';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock/use-now.ts';
import { formatSince } from '../../platform/i18n/format-time.ts';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { FormActions } from '../../ui/forms/form.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { newRow } from './firewall-values.ts';
import { NetworkRows } from './network-rows.tsx';
import { cleanNetwork } from './network-text.ts';
import { OwnAddress } from './own-address.tsx';
import { useFirewallForm } from './use-firewall-form.ts';
import classes from './login-firewall.module.css';

const maxNetworks = 500;
const nowEveryMs = 30_000;

/** From which networks people may sign in and work in the organization. */
export function FirewallForm({ firewall }: { firewall: LoginFirewall }) {
  const { t } = useTranslation();
  const nowUtcMs = useNow(nowEveryMs);
  const { form: fields, base, save, reload, isConflict } = useFirewallForm(firewall);
  const { rules, isEnabled } = fields.values;
  const add = (cidr: string, note: string): void => fields.insertListItem('rules', newRow(cidr, note));
  const isListed = rules.some(({ cidr }) => cleanNetwork(cidr) === base.ownAddress);
  const isLifted = base.breakGlassUntil !== null && base.breakGlassUntil > nowUtcMs;
  return (
    <Stack
      as="form"
      gap={16}
      className={classes.form}
      onSubmit={fields.onSubmit((values) => save.mutate(values))}
      noValidate
    >
      <UnsavedGuard isDirty={() => fields.isDirty()} />
      {isLifted && (
        <p className={classes.lifted} role="status">
          {t('loginFirewall.breakGlass.until', { time: formatSince(base.breakGlassUntil ?? 0, nowUtcMs, ownZone()) })}
        </p>
      )}
      <Switch
        label={t('loginFirewall.form.enabled')}
        description={t('loginFirewall.form.enabledHint')}
        {...fields.getInputProps('isEnabled', { type: 'checkbox' })}
      />
      <OwnAddress
        firewall={base}
        onAdd={
          isListed || (base.ownAddressIsAllowed && !fields.isDirty())
            ? undefined
            : () => add(base.ownAddress, t('loginFirewall.own.note'))
        }
      />
      {rules.length === 0 ? (
        <p className={classes.none}>{t(isEnabled ? 'loginFirewall.form.noneEnabled' : 'loginFirewall.form.none')}</p>
      ) : (
        <NetworkRows form={fields} />
      )}
      {save.error !== null && <FormFailure failure={save.error} />}
      {reload.error !== null && <FormFailure failure={reload.error} />}
      <FormActions>
        <Button type="submit" loading={save.isPending} disabled={!fields.isDirty()}>
          {t('common.actions.save')}
        </Button>
        <Button variant="default" disabled={rules.length >= maxNetworks} onClick={() => add('', '')}>
          {t('loginFirewall.form.add')}
        </Button>
        {isConflict && (
          <Button variant="default" loading={reload.isPending} onClick={() => reload.mutate()}>
            {t('loginFirewall.form.reload')}
          </Button>
        )}
      </FormActions>
      <p className={classes.help}>
        {t('loginFirewall.breakGlass.help', { command: leftToRight('./sightline break-glass') })}
      </p>
    </Stack>
  );
}
