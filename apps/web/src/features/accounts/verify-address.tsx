import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { OutboxNotice } from './outbox-notice.tsx';
import { usePersonRules } from './use-person-rules.ts';
import classes from './entry.module.css';

/** Sends the link of the confirmation again. `email` is what is known of the address. */
export function VerifyAddress({ email }: { email: string }) {
  const { t } = useTranslation();
  const rules = usePersonRules();
  const form = useForm({ initialValues: { email }, validate: { email: rules.email } });
  const send = useMutation({
    mutationFn: (body: { email: string }) =>
      call(accountsCalls.sendVerification, { body: { email: body.email.trim() } }),
  });
  return (
    <Stack
      as="form"
      gap={16}
      className={classes.form}
      onSubmit={form.onSubmit((values) => send.mutate(values))}
      noValidate
    >
      {email === '' && (
        <TextInput
          type="email"
          label={t('accounts.field.email')}
          autoComplete="username"
          inputMode="email"
          dir="ltr"
          maxLength={254}
          {...form.getInputProps('email')}
        />
      )}
      {send.isSuccess && (
        <p className={classes.text} role="status">
          {t('accounts.verify.resent')}
        </p>
      )}
      <OutboxNotice />
      {send.error !== null && <FormFailure failure={send.error} />}
      <Button type="submit" variant="default" fullWidth loading={send.isPending} className={classes.submit}>
        {t('accounts.verify.resend')}
      </Button>
    </Stack>
  );
}
