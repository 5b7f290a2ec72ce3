import { Button } from '@mantine/core';
import { usersCalls } from '@sightline/contracts/users/users.api';
import type { Session } from '@sightline/contracts/sessions/session';
import type { CallAnswer } from '@sightline/contracts/shared/call';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { signOut, switchOrganization } from '../../../platform/session/session-actions.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { AddressText } from '../address-text.tsx';
import classes from './entry.module.css';

interface AcceptInviteProps {
  token: string;
  invite: CallAnswer<typeof usersCalls.readInvite>;
  session: Session;
  /** Joined, and working in the organization from now on. */
  onJoined: () => void;
}

const join = async (token: string): Promise<void> => {
  const { organizationId } = await call(usersCalls.acceptInvite, { body: { token } });
  await switchOrganization(organizationId);
};

/** Whoever is signed in joins, or, for support, accepts for the own organization; with another address the way out is offered. */
export function AcceptInvite({ token, invite, session, onJoined }: AcceptInviteProps) {
  const { t } = useTranslation();
  const accept = useMutation({ mutationFn: () => join(token), onSuccess: onJoined });
  const leave = useMutation({ mutationFn: () => signOut() });
  const { kind, organizationName, accessUntil, email } = invite;
  const isOwn = email.toLowerCase() === session.user.email.toLowerCase();
  const helper = session.organization?.orgName;
  const until = accessUntil === null ? '' : formatTime(accessUntil, ownZone(), 'day');
  const isPossible = isOwn && (kind === 'user' || helper !== undefined);
  return (
    <Stack gap={16}>
      {kind === 'support' && (
        <p className={classes.text}>
          {t('accounts.invite.supportText', { organization: organizationName, time: until })}
        </p>
      )}
      {kind === 'support' && helper !== undefined && (
        <p className={classes.text}>{t('accounts.invite.supportPick', { organization: helper })}</p>
      )}
      {kind === 'support' && helper === undefined && (
        <p className={classes.text}>{t('accounts.invite.noOrganization')}</p>
      )}
      {!isOwn && (
        <>
          <p className={classes.text} role="alert">
            {t('errors.invite_for_other_address')}
          </p>
          <p className={classes.text}>
            <AddressText text="accounts.invite.otherAddress" email={session.user.email} />
          </p>
          <Button
            variant="default"
            fullWidth
            className={classes.submit}
            loading={leave.isPending}
            onClick={() => leave.mutate()}
          >
            {t('accounts.invite.signOut')}
          </Button>
        </>
      )}
      {accept.error !== null && <FormFailure failure={accept.error} />}
      {isPossible && (
        <Button fullWidth className={classes.submit} loading={accept.isPending} onClick={() => accept.mutate()}>
          {kind === 'support'
            ? t('accounts.invite.acceptSupport', { organization: helper ?? '' })
            : t('accounts.invite.accept', { organization: organizationName })}
        </Button>
      )}
    </Stack>
  );
}
