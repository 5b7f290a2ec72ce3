import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import entry from '../../../features/accounts/entry/entry.module.css';
import { AddMethod } from '../../../features/mfa/add-method.tsx';
import { refetchSession, signOut } from '../../../platform/session/session-actions.ts';
import { useIsSignedIn, currentSession } from '../../../platform/session/session-store.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { safeNext } from '../../../platform/routes/safe-next.ts';
import { EntryPage } from './entry-page.tsx';

/** The active organization lets nobody in without a second factor: it is added here, and then the way goes on. */
export function SecondFactorPage() {
  const { t } = useTranslation();
  const { redirectUrl } = useSearch({ from: '/auth/second-factor' });
  const navigate = useNavigate();
  const router = useRouter();
  const isSignedIn = useIsSignedIn();
  const session = currentSession();
  const goOn = useMutation({ mutationFn: refetchSession, onSuccess: () => router.history.push(safeNext(redirectUrl)) });
  const leave = useMutation({ mutationFn: () => signOut(), onSettled: () => navigate({ to: '/auth/login' }) });
  if (!isSignedIn || session === null) return null;
  const organization =
    session.organization?.orgName ??
    session.organizations.find(({ organizationId }) => organizationId === session.activeOrganizationId)?.name ??
    '';
  return (
    <EntryPage title={t('accounts.mfaDemanded.title')} lead={t('accounts.mfaDemanded.lead', { organization })}>
      <AddMethod onDone={() => goOn.mutate()} doneLabel={t('accounts.mfaDemanded.enter', { organization })} />
      {goOn.error !== null && <FormFailure failure={goOn.error} />}
      <Row wrap gap={8} className={entry.after}>
        {session.organizations.length > 1 && (
          <ButtonLink to="/organization-selection" variant="subtle" size="sm">
            {t('accounts.mfaDemanded.other')}
          </ButtonLink>
        )}
        <Button variant="subtle" size="sm" loading={leave.isPending} onClick={() => leave.mutate()}>
          {t('accounts.mfaDemanded.signOut')}
        </Button>
      </Row>
    </EntryPage>
  );
}
