import { Button, TextInput } from '@mantine/core';
import type { Edge } from '@sightline/contracts/edges/edge';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { AccountFields } from '../../../ui/forms/account-fields.tsx';
import { FieldPair, Form, FormActions } from '../../../ui/forms/form.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { CoreField } from '../place-fields.tsx';
import type { DeviceWay } from './use-device-way.ts';

/** Where the device is, and the account in it. */
export function DeviceStep({ edges, way }: { edges: readonly Edge[]; way: DeviceWay }) {
  const { t } = useTranslation();
  const { address, setAddress, look } = way;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (address.host.trim() !== '' && way.isPort) look.mutate();
  };
  return (
    <Section>
      <Form onSubmit={submit}>
        <CoreField edges={edges} value={address.edgeId} onChange={way.chooseEdge} />
        <FieldPair>
          <TextInput
            label={t('cameraOnboarding.device.host')}
            placeholder="192.168.1.64"
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            autoFocus
            required
            maxLength={253}
            value={address.host}
            onChange={(event) => setAddress({ ...address, host: event.currentTarget.value })}
          />
          <TextInput
            label={t('cameraOnboarding.device.port')}
            dir="ltr"
            inputMode="numeric"
            maxLength={5}
            error={way.isPort ? null : t('cameraOnboarding.device.portWrong')}
            value={address.port}
            onChange={(event) => setAddress({ ...address, port: event.currentTarget.value })}
          />
        </FieldPair>
        <FieldPair>
          <AccountFields value={address} onChange={(account) => setAddress({ ...address, ...account })} />
        </FieldPair>
        {look.error !== null && <FormFailure failure={look.error} />}
        <FormActions>
          <Button type="submit" loading={look.isPending} disabled={address.host.trim() === '' || !way.isPort}>
            {t('cameraOnboarding.device.look')}
          </Button>
          {look.isPending && <span role="status">{t('cameraOnboarding.device.looking')}</span>}
        </FormActions>
      </Form>
    </Section>
  );
}
