import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Stack } from '../../ui/layout/stack.tsx';

interface NameMethodFormProps {
  needsPassword: boolean;
  failure: unknown;
  isBusy: boolean;
  onCreate: (method: { name: string; password?: string }) => void;
}

/** First step: what the method is called, and that it is really the owner who adds it. */
export function NameMethodForm({ needsPassword, failure, isBusy, onCreate }: NameMethodFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { name: t('mfa.add.nameExample'), password: '' },
    validate: {
      name: (value) => (value.trim() === '' ? t('mfa.add.nameMissing') : null),
      password: (value) => (needsPassword && value === '' ? t('mfa.add.passwordMissing') : null),
    },
  });
  const isPasswordWrong = failure !== null && toApiError(failure).code === 'password_wrong';
  const submit = ({ name, password }: { name: string; password: string }): void =>
    onCreate({ name: name.trim(), ...(needsPassword ? { password } : {}) });
  return (
    <Stack as="form" gap={16} onSubmit={form.onSubmit(submit)} noValidate>
      <TextInput
        label={t('mfa.add.name')}
        description={t('mfa.add.nameHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={120}
        {...form.getInputProps('name')}
      />
      {needsPassword && (
        <PasswordInput
          label={t('mfa.add.password')}
          autoComplete="current-password"
          dir="ltr"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t('common.account.showPassword') }}
          {...form.getInputProps('password')}
          error={form.errors['password'] ?? (isPasswordWrong ? t('errors.password_wrong') : null)}
        />
      )}
      {failure !== null && !isPasswordWrong && <FormFailure failure={failure} />}
      <DialogActions>
        <Button type="submit" loading={isBusy}>
          {t('mfa.add.continue')}
        </Button>
      </DialogActions>
    </Stack>
  );
}
