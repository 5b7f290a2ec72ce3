import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { usePersonRules } from './use-person-rules.ts';
import classes from './entry.module.css';

interface ResetRequestFormProps {
  email: string;
  /** The answer tells nothing about whether there is such an account. */
  onSent: (email: string) => void;
}

/** Asks for the link of a new password. */
export function ResetRequestForm({ email, onSent }: ResetRequestFormProps) {
  const { t } = useTranslation();
  const rules = usePersonRules();
  const form = useForm({ initialValues: { email }, validate: { email: rules.email } });
  const send = useMutation({
    mutationFn: (body: { email: string }) =>
      call(accountsCalls.requestPasswordReset, { body: { email: body.email.trim() } }),
    onSuccess: (_answer, values) => onSent(values.email.trim()),
  });
  return (
    <Stack
      as="form"
      gap={16}
      className={classes.form}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      noValidate
    >
      <TextInput
        type="email"
        label={t('accounts.field.email')}
        autoComplete="username"
        inputMode="email"
        dir="ltr"
        maxLength={254}
        autoFocus
        {...form.getInputProps('email')}
      />
      {send.error !== null && <FormFailure failure={send.error} />}
      <Button type="submit" fullWidth loading={send.isPending} className={classes.submit}>
        {t('accounts.reset.submit')}
      </Button>
    </Stack>
  );
}
