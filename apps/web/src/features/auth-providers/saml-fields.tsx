import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { ProviderValues } from './provider-values.ts';

/** What the server needs to know of a SAML provider. */
export function SamlFields({ form }: { form: UseFormReturnType<ProviderValues> }) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('authProviders.form.entryPoint')}
        dir="ltr"
        type="url"
        maxLength={500}
        placeholder="https://login.example.org/saml/sso"
        {...form.getInputProps('saml.entryPoint')}
      />
      <TextInput
        label={t('authProviders.form.idpIssuer')}
        dir="ltr"
        maxLength={500}
        spellCheck={false}
        {...form.getInputProps('saml.idpIssuer')}
      />
      <Textarea
        label={t('authProviders.form.certificate')}
        description={t('authProviders.form.certificateHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        dir="ltr"
        rows={5}
        maxLength={20_000}
        spellCheck={false}
        {...form.getInputProps('saml.certificate')}
      />
    </>
  );
}
