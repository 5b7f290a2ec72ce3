import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AddressText } from '../../../features/accounts/address-text.tsx';
import { useAddressProof } from '../../../features/accounts/use-address-proof.ts';
import { VerifyAddress } from '../../../features/accounts/entry/verify-address.tsx';
import entry from '../../../features/accounts/entry/entry.module.css';
import { signOut } from '../../../platform/session/session-actions.ts';
import { useIsSignedIn } from '../../../platform/session/session-store.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { EntryPage } from './entry-page.tsx';

/** Ends the session, if there is one, and leads to the sign-in. */
function BackButton() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isSignedIn = useIsSignedIn();
  const leave = useMutation({
    mutationFn: () => (isSignedIn ? signOut() : Promise.resolve()),
    onSettled: () => navigate({ to: '/auth/login' }),
  });
  return (
    <Button
      variant="subtle"
      fullWidth
      className={entry.submit}
      loading={leave.isPending}
      onClick={() => leave.mutate()}
    >
      {t('accounts.verify.back')}
    </Button>
  );
}

/** Asks to follow the mailed link; opened by that link it confirms the address. */
export function EmailVerificationPage() {
  const { t } = useTranslation();
  const { token, description } = useSearch({ from: '/email-verification' });
  const proof = useAddressProof(token);
  const isSignedIn = useIsSignedIn();
  if (proof.isSuccess)
    return (
      <EntryPage title={t('accounts.verify.title')} lead={<span role="status">{t('accounts.verify.success')}</span>}>
        {isSignedIn ? (
          <ButtonLink to="/account/details" fullWidth className={entry.submit}>
            {t('accounts.verify.goOn')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/auth/login" fullWidth className={entry.submit}>
            {t('accounts.verify.toSignIn')}
          </ButtonLink>
        )}
      </EntryPage>
    );
  if (token !== undefined && proof.error === null)
    return (
      <EntryPage title={t('accounts.verify.title')} lead={<span role="status">{t('accounts.verify.checking')}</span>} />
    );
  const asked =
    description === undefined ? (
      t('accounts.verify.leadUnknown')
    ) : (
      <AddressText text="accounts.verify.lead" email={description} />
    );
  return (
    <EntryPage
      title={t(proof.error === null ? 'accounts.verify.title' : 'accounts.verify.failed')}
      lead={proof.error === null ? asked : undefined}
    >
      <Stack gap={16}>
        {proof.error !== null && <FormFailure failure={proof.error} />}
        <VerifyAddress email={description ?? ''} />
        <ButtonLink to="/auth/login" fullWidth className={entry.submit}>
          {t('accounts.verify.toSignIn')}
        </ButtonLink>
        <BackButton />
      </Stack>
    </EntryPage>
  );
}
