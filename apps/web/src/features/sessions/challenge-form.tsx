import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import type { Session } from '@sightline/contracts/sessions/session';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { canUsePasskeys } from '../../platform/passkeys/passkey-browser.ts';
import { enterSession } from '../../platform/session/session-actions.ts';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { SignInFailure } from './sign-in-failure.tsx';
import { usePasskeyWay } from './use-passkey-way.ts';
import classes from './sign-in.module.css';

interface ChallengeFormProps {
  challenge: string;
  onSignedIn: (session: Session) => void;
  /** The challenge took too long or had too many wrong codes; also when the person goes back, then without a failure. */
  onEnded: (failure: unknown) => void;
}

/** Second step of a sign-in: a code of the authenticator application, or a backup code. */
export function ChallengeForm({ challenge, onSignedIn, onEnded }: ChallengeFormProps) {
  const { t } = useTranslation();
  const [isBackup, setBackup] = useState(false);
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim().length < 6 ? t('sessions.challenge.codeMissing') : null) },
  });
  const answer = useMutation({
    mutationFn: ({ code }: { code: string }) =>
      call(sessionsCalls.answerChallenge, { body: { challenge, code: code.trim() } }),
    onSuccess: (session) => {
      enterSession(session);
      onSignedIn(session);
    },
    onError: (failure) => {
      const { code } = toApiError(failure);
      if (code === 'mfa_challenge_ended') return onEnded(failure);
      if (code === 'mfa_code_wrong') form.setErrors({ code: t('errors.mfa_code_wrong') });
    },
  });
  const passkey = usePasskeyWay({
    challenge,
    onSignedIn,
    onFailure: (failure) => {
      if (toApiError(failure).code === 'mfa_challenge_ended') onEnded(failure);
    },
  });
  const change = (): void => {
    setBackup(!isBackup);
    answer.reset();
    form.reset();
  };
  const isOtherFailure = answer.error !== null && toApiError(answer.error).code !== 'mfa_code_wrong';
  return (
    <>
      <h1 className={classes.title}>{t('sessions.challenge.title')}</h1>
      <p className={classes.lead}>{t(isBackup ? 'sessions.challenge.leadBackup' : 'sessions.challenge.lead')}</p>
      <Stack
        as="form"
        gap={16}
        className={classes.form}
        onSubmit={form.onSubmit((values) => answer.mutate(values))}
        noValidate
      >
        <TextInput
          key={String(isBackup)}
          label={t(isBackup ? 'sessions.challenge.backupCode' : 'sessions.challenge.code')}
          inputMode={isBackup ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          dir="ltr"
          autoFocus
          {...form.getInputProps('code')}
        />
        {isOtherFailure && <SignInFailure failure={answer.error} />}
        {passkey.error !== null && <SignInFailure failure={passkey.error} />}
        <Button type="submit" fullWidth loading={answer.isPending} className={classes.submit}>
          {t('sessions.challenge.submit')}
        </Button>
      </Stack>
      <Row as="p" wrap justify="between" gap={24} rowGap={12} className={classes.ways}>
        <button type="button" className={classes.way} onClick={change}>
          {t(isBackup ? 'sessions.challenge.useApp' : 'sessions.challenge.useBackup')}
        </button>
        {canUsePasskeys() && (
          <button type="button" className={classes.way} disabled={passkey.isPending} onClick={() => passkey.mutate()}>
            {t('sessions.challenge.usePasskey')}
          </button>
        )}
        <button type="button" className={classes.way} onClick={() => onEnded(null)}>
          {t('sessions.challenge.back')}
        </button>
      </Row>
    </>
  );
}
