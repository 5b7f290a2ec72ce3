import { Button } from '@mantine/core';
import type { Invite } from '@sightline/contracts/users/user';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { invitesState } from './invites-state.ts';
import { invitePages } from '../user-queries.ts';
import classes from '../users.module.css';

function InviteLine({ invite, onCancel }: { invite: Invite; onCancel: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () => call(usersCalls.resendInvite, { params: { id: invite.id } }),
    meta: { busy: 'inviting', processingId: invite.id },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: callKey(usersCalls.listInvites) });
      toastSuccess({ title: t('users.pending.resent', { email: invite.email }) });
    },
  });
  const what = invite.kind === 'support' ? t('users.pending.support') : t(`users.role.${invite.role ?? 'USER'}`);
  const by = invite.invitedBy === null ? '' : ` · ${t('users.pending.by', { name: invite.invitedBy })}`;
  const time = formatTime(invite.expiresAt, ownZone(), 'full');
  return (
    <Row as="li" wrap align="center" gap={16} rowGap={4} className={classes.invite} data-invite={invite.email}>
      <span className={classes.main}>
        <bdi dir="ltr" className={classes.name}>
          {invite.email}
        </bdi>
        <span className={classes.detail}>
          {what}
          {by}
        </span>
        <span className={classes.detail} data-bad={invite.isExpired}>
          {t(invite.isExpired ? 'users.pending.expired' : 'users.pending.expires', { time })}
        </span>
        {resend.error !== null && <FormFailure failure={resend.error} />}
      </span>
      <Row as="span" gap={8} className={classes.actions}>
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t('users.pending.resend')}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('users.pending.cancel')}
        </Button>
      </Row>
    </Row>
  );
}

/** Invitations that nobody accepted yet: sent again, or taken back. */
export function PendingInvitesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [query, setQuery] = useState('');
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const pages = useInfiniteQuery({ ...invitePages(query), placeholderData: (last) => last });
  const { invites, isInitialLoaded, selectedInvite } = invitesState({ pages: pages.data?.pages, query, selectedId });
  const cancel = async ({ id }: Invite): Promise<void> => {
    await call(usersCalls.cancelInvite, { params: { id } });
    await client.invalidateQueries({ queryKey: callKey(usersCalls.listInvites) });
  };
  return (
    <Dialog title={t('users.pending.title')} width={600} onClose={onClose}>
      <div className={classes.search}>
        <SearchField label={t('users.pending.search')} value={query} onChange={setQuery} />
      </div>
      {!isInitialLoaded && pages.error === null && <LoadingRows rows={2} />}
      {pages.error !== null && <FormFailure failure={pages.error} />}
      {isInitialLoaded && Object.keys(invites).length === 0 && (
        <EmptyState title={t('users.pending.none')} text={t('users.pending.noneText')} />
      )}
      <ul className={classes.rows}>
        {Object.values(invites).map((invite) => (
          <InviteLine key={invite.id} invite={invite} onCancel={() => setSelectedId(invite.id)} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('users.pending.more')}
        </Button>
      )}
      {selectedInvite !== null && (
        <ConfirmDialog
          title={t('users.pending.cancelTitle', { email: selectedInvite.email })}
          text={t('users.pending.cancelText')}
          confirmLabel={t('users.pending.cancel')}
          onConfirm={() => cancel(selectedInvite)}
          onClose={() => setSelectedId(null)}
        />
      )}
    </Dialog>
  );
}
