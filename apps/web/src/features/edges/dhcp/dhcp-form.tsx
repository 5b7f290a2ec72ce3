import { Button, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Edge } from '@sightline/contracts/edges/edge';
import type { DhcpSettings, DhcpState } from '@sightline/contracts/edges/dhcp';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/client.ts';
import { failedFields } from '../../../ui/forms/failed-fields.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FieldPair, Form, FormActions } from '../../../ui/forms/form.tsx';
import { toastFailure, toastSuccess } from '../../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { isAddress, isLease, trimmedSettings } from './dhcp-values.ts';
import { useDhcpChange } from './use-dhcp-change.ts';

interface Request {
  enabled: boolean;
  settings: DhcpSettings | null;
}

const firstSettings = (state: DhcpState): DhcpSettings =>
  state.settings ?? { interface: state.interfaces[0]?.name ?? '', rangeStart: '', rangeEnd: '', leaseMinutes: 720 };

/** Choices of the network; one that is gone from the machine stays named while it is chosen. */
function interfacesOf({ interfaces }: DhcpState, chosen: string, none: string): { value: string; label: string }[] {
  const found = interfaces.map(({ name, address: ip, prefix }) => ({
    value: name,
    label: `${name} (${ip}/${String(prefix)})`,
  }));
  if (found.some(({ value }) => value === chosen)) return found;
  return [{ value: chosen, label: chosen === '' ? none : chosen }, ...found];
}

/** Switches DHCP of a core on and off, and says on which network and with which addresses. */
export function DhcpForm({ edge, state }: { edge: Edge; state: DhcpState }) {
  const { t } = useTranslation();
  const address = (value: string): string | null => (isAddress(value) ? null : t('edges.dhcp.form.addressWrong'));
  const form = useForm<DhcpSettings>({
    initialValues: firstSettings(state),
    validate: {
      rangeStart: address,
      rangeEnd: address,
      leaseMinutes: (value) => (isLease(value) ? null : t('edges.dhcp.form.leaseWrong')),
    },
  });
  const change = useDhcpChange<Request>(edge.id, (body) => call(edgesCalls.setDhcp, { params: { id: edge.id }, body }));
  // While it is asked for, the switch shows what is wanted; a failure shows what is true again.
  const isOn = change.isPending ? change.variables.enabled : state.enabled;
  const send = (request: Request): void =>
    change.mutate(request, {
      onSuccess: (saved) => {
        form.resetDirty(saved.settings ?? form.values);
        const isTurned = saved.enabled !== state.enabled;
        toastSuccess({
          title: t(isTurned ? (saved.enabled ? 'edges.dhcp.form.on' : 'edges.dhcp.form.off') : 'edges.dhcp.form.saved'),
        });
      },
      onError: (failure) => {
        const isRange = toApiError(failure).code === 'dhcp_range_invalid';
        for (const field of isRange ? failedFields(failure) : [])
          form.setFieldError(field, t('errors.dhcp_range_invalid'));
        toastFailure(t('edges.dhcp.form.failed'), failure);
      },
    });
  const turn = (enabled: boolean): void => {
    if (!enabled) return send({ enabled, settings: null });
    if (!form.validate().hasErrors) send({ enabled, settings: trimmedSettings(form.values) });
  };
  return (
    <Form onSubmit={form.onSubmit((settings) => send({ enabled: state.enabled, settings: trimmedSettings(settings) }))}>
      <UnsavedGuard isDirty={() => form.isDirty()} />
      <Switch
        label={t('edges.dhcp.form.enabled')}
        checked={isOn}
        disabled={!edge.can.edit || change.isPending}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      <NativeSelect
        label={t('edges.dhcp.form.interface')}
        data={interfacesOf(state, form.values.interface, t('edges.dhcp.form.noInterface'))}
        disabled={!edge.can.edit}
        {...form.getInputProps('interface')}
      />
      <FieldPair>
        <TextInput
          label={t('edges.dhcp.form.rangeStart')}
          dir="ltr"
          maxLength={15}
          disabled={!edge.can.edit}
          {...form.getInputProps('rangeStart')}
        />
        <TextInput
          label={t('edges.dhcp.form.rangeEnd')}
          dir="ltr"
          maxLength={15}
          disabled={!edge.can.edit}
          {...form.getInputProps('rangeEnd')}
        />
      </FieldPair>
      <NumberInput
        label={t('edges.dhcp.form.lease')}
        min={2}
        max={10_080}
        allowDecimal={false}
        disabled={!edge.can.edit}
        {...form.getInputProps('leaseMinutes')}
      />
      {change.error !== null && <FormFailure failure={change.error} />}
      {edge.can.edit && (
        <FormActions>
          <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
            {t('common.actions.save')}
          </Button>
        </FormActions>
      )}
    </Form>
  );
}
