import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AcceptInvite } from '../../../features/accounts/entry/accept-invite.tsx';
import { AddressText } from '../../../features/accounts/address-text.tsx';
import entry from '../../../features/accounts/entry/entry.module.css';
import { inviteQuery } from '../../../features/accounts/entry/invite-queries.ts';
import { InviteSignUpForm } from '../../../features/accounts/entry/invite-sign-up-form.tsx';
import { currentSession, useIsSignedIn } from '../../../platform/session/session-store.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { EntryPage } from './entry-page.tsx';

function Invite({ token }: { token: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useIsSignedIn();
  const session = currentSession();
  const { data: invite, error } = useQuery(inviteQuery(token));
  const enter = (): void => {
    const isBarred = currentSession()?.barredBy === 'mfa_demanded';
    void navigate({ to: isBarred ? '/auth/second-factor' : '/location/home' });
  };
  if (invite === undefined)
    return (
      <EntryPage
        title={t(error === null ? 'accounts.invite.heading' : 'accounts.invite.wrong')}
        lead={error === null && t('accounts.invite.reading')}
      >
        {error !== null && <FormFailure failure={error} />}
      </EntryPage>
    );
  const { organizationName, email, hasAccount } = invite;
  return (
    <EntryPage
      title={t('accounts.invite.title', { organization: organizationName })}
      lead={<AddressText text="accounts.invite.for" email={email} />}
    >
      {session !== null && <AcceptInvite token={token} invite={invite} session={session} onJoined={enter} />}
      {session === null && hasAccount && (
        <ButtonLink
          to="/auth/login"
          search={{ redirectUrl: `/invite?token=${encodeURIComponent(token)}` }}
          fullWidth
          className={entry.submit}
        >
          {t('accounts.invite.signIn')}
        </ButtonLink>
      )}
      {session === null && !hasAccount && <InviteSignUpForm token={token} email={email} onJoined={enter} />}
    </EntryPage>
  );
}

/** What a mailed invitation is for, and how to follow it: signed in, with an account, or without one. */
export function InvitePage() {
  const { t } = useTranslation();
  const { token } = useSearch({ from: '/auth/invite' });
  if (token === undefined) return <EntryPage title={t('accounts.invite.wrong')} lead={t('errors.link_invalid')} />;
  return <Invite key={token} token={token} />;
}
