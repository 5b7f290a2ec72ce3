import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { ResetFailure } from './reset-failure.tsx';
import { PasswordField } from './password-field.tsx';
import { usePersonRules } from './use-person-rules.ts';
import classes from './entry.module.css';

/** Sets a password by the secret of a mailed link. */
export function NewPasswordForm({ token, onSet }: { token: string; onSet: () => void }) {
  const { t } = useTranslation();
  const rules = usePersonRules();
  const form = useForm({ initialValues: { password: '' }, validate: { password: rules.password } });
  const reset = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      call(accountsCalls.resetPassword, { body: { token, password } }),
    onSuccess: onSet,
  });
  return (
    <Stack
      as="form"
      gap={16}
      className={classes.form}
      onSubmit={form.onSubmit((values) => reset.mutate(values))}
      noValidate
    >
      <PasswordField
        label={t('accounts.field.newPassword')}
        value={form.values.password}
        field={form.getInputProps('password')}
      />
      {reset.error !== null && <ResetFailure failure={reset.error} />}
      <Button type="submit" fullWidth loading={reset.isPending} className={classes.submit}>
        {t('accounts.reset.newSubmit')}
      </Button>
    </Stack>
  );
}
