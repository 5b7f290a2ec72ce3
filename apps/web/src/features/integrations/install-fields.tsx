import '@mantine/core/styles/NumberInput.css';
import { NumberInput, PasswordInput, TextInput } from '@mantine/core';
import type { IntegrationService } from '@sightline/contracts/integrations/integration';
import { integrationLimits } from '@sightline/contracts/integrations/integration-services';
import { useTranslation } from 'react-i18next';
import { QuotaField } from './quota-field.tsx';
import type { InstallForm } from './use-install-form.ts';

interface InstallFieldsProps {
  service: IntegrationService;
  form: InstallForm;
}

/** What a service wants to know. */
export function InstallFields({ service, form }: InstallFieldsProps) {
  if (service === 'immix') return <PlaceFields form={form} />;
  if (service === 'slack' || service === 'team3') return <AddressField service={service} form={form} />;
  return (
    <>
      {service === 'noonlight' && <TokenField form={form} />}
      <MonthField service={service} form={form} />
    </>
  );
}

function AddressField({ service, form }: { service: 'slack' | 'team3'; form: InstallForm }) {
  const { t } = useTranslation();
  return (
    <TextInput
      required
      label={t('integrations.form.url')}
      type="url"
      dir="ltr"
      maxLength={integrationLimits.address}
      spellCheck={false}
      placeholder={service === 'slack' ? 'https://hooks.slack.com/services/…' : 'https://example.com/sightline'}
      data-autofocus
      {...form.getInputProps('url')}
    />
  );
}

function TokenField({ form }: { form: InstallForm }) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      required
      label={t('integrations.form.token')}
      dir="ltr"
      autoComplete="off"
      maxLength={integrationLimits.token}
      data-autofocus
      {...form.getInputProps('token')}
    />
  );
}

function MonthField({ service, form }: { service: 'noonlight' | 'sightline'; form: InstallForm }) {
  const { t } = useTranslation();
  return (
    <QuotaField
      label={t(`integrations.form.quota.${service}`)}
      value={form.values.quota}
      error={form.errors['quota']}
      onChange={(quota) => form.setFieldValue('quota', quota)}
    />
  );
}

function PlaceFields({ form }: { form: InstallForm }) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        required
        label={t('integrations.form.host')}
        dir="ltr"
        maxLength={integrationLimits.host}
        spellCheck={false}
        autoCapitalize="none"
        data-autofocus
        {...form.getInputProps('host')}
      />
      <NumberInput
        label={t('integrations.form.port')}
        dir="ltr"
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        hideControls
        value={form.values.port ?? ''}
        error={form.errors['port']}
        onChange={(typed) => form.setFieldValue('port', typeof typed === 'number' ? typed : null)}
      />
    </>
  );
}
