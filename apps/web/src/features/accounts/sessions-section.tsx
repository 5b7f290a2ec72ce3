import { Button } from '@mantine/core';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import type { OwnSession } from '@sightline/contracts/accounts/account';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { browserName } from '../../platform/i18n/fixed-names.ts';
import { deviceName } from '../../platform/push/subscription-input.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Section } from '../../ui/page/section.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { Item, ItemList, SmallText } from '../../ui/lists/item-list.tsx';
import { toastFailure, toastSuccess } from '../../ui/toasts/toast.tsx';
import { sessionsQuery } from './account-queries.ts';
import classes from './account.module.css';

function SessionRow({ session }: { session: OwnSession }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id, isCurrent, userAgent, address, startedAt, lastUsedAt } = session;
  const name = userAgent === null ? t('accounts.sessions.unknownDevice') : browserName(t, deviceName(userAgent));
  const end = useMutation({
    mutationFn: () => call(accountsCalls.endSession, { params: { sessionId: id } }),
    onSuccess: async () => {
      toastSuccess({ title: t('accounts.sessions.ended') });
      await client.invalidateQueries({ queryKey: callKey(accountsCalls.listSessions) });
    },
    onError: (failure) => toastFailure(t('accounts.sessions.endOf', { name }), failure),
  });
  return (
    <Item
      name={name}
      chip={isCurrent ? t('accounts.sessions.thisDevice') : undefined}
      more={
        <SmallText>
          {address !== null && (
            <>
              {t('accounts.sessions.address')}: <bdi dir="ltr">{address}</bdi> ·{' '}
            </>
          )}
          {t('accounts.sessions.started')}: <bdi>{formatTime(startedAt, ownZone(), 'full')}</bdi> ·{' '}
          {t('accounts.sessions.lastUsed')}: <bdi>{formatTime(lastUsedAt, ownZone(), 'full')}</bdi>
        </SmallText>
      }
    >
      {!isCurrent && (
        <Button
          variant="default"
          size="sm"
          loading={end.isPending}
          aria-label={t('accounts.sessions.endOf', { name })}
          onClick={() => end.mutate()}
        >
          {t('accounts.sessions.end')}
        </Button>
      )}
    </Item>
  );
}

const ownFirst = (one: OwnSession, other: OwnSession): number => Number(other.isCurrent) - Number(one.isCurrent);

/** Where the person is signed in, this browser first, and how to end it elsewhere. */
export function SessionsSection() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const sessions = useQuery({ ...sessionsQuery(), staleTime: 0 });
  const [isAsking, setAsking] = useState(false);
  const endOthers = async (): Promise<void> => {
    const { ended } = await call(accountsCalls.endOtherSessions, {});
    toastSuccess({ title: t('accounts.sessions.endedOthers', { count: ended }) });
    await client.invalidateQueries({ queryKey: callKey(accountsCalls.listSessions) });
  };
  return (
    <Section title={t('accounts.sessions.title')} aria-label={t('accounts.sessions.title')}>
      <ListScreen list={sessions} failed={t('accounts.sessions.failed')} rows={2}>
        {({ items }) => (
          <>
            <ItemList label={t('accounts.sessions.title')}>
              {items.toSorted(ownFirst).map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ItemList>
            {items.length > 1 && (
              <Button variant="default" className={classes.after} onClick={() => setAsking(true)}>
                {t('accounts.sessions.endOthers')}
              </Button>
            )}
          </>
        )}
      </ListScreen>
      {isAsking && (
        <ConfirmDialog
          title={t('accounts.sessions.endOthersTitle')}
          text={t('accounts.sessions.endOthersText')}
          confirmLabel={t('accounts.sessions.endOthers')}
          onConfirm={endOthers}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}
