import { PasswordInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import type { ProviderValues } from './provider-values.ts';

interface OidcFieldsProps {
  form: UseFormReturnType<ProviderValues>;
  hasSecret: boolean;
}

/** What the server needs to know of an OpenID Connect provider. */
export function OidcFields({ form, hasSecret }: OidcFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('authProviders.form.issuer')}
        description={t('authProviders.form.issuerHint', { path: leftToRight('/.well-known/openid-configuration') })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        dir="ltr"
        type="url"
        maxLength={500}
        placeholder="https://login.example.org/realms/staff"
        {...form.getInputProps('oidc.issuer')}
      />
      <TextInput
        label={t('authProviders.form.clientId')}
        dir="ltr"
        maxLength={300}
        spellCheck={false}
        {...form.getInputProps('oidc.clientId')}
      />
      <PasswordInput
        label={t('authProviders.form.clientSecret')}
        description={hasSecret ? t('authProviders.form.secretKept') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        dir="ltr"
        maxLength={1000}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('authProviders.form.showSecret') }}
        {...form.getInputProps('clientSecret')}
      />
      <TextInput
        label={t('authProviders.form.scopes')}
        dir="ltr"
        spellCheck={false}
        {...form.getInputProps('oidc.scopes')}
      />
    </>
  );
}
