import { Button } from '@mantine/core';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import type { Identity } from '@sightline/contracts/accounts/account';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Item, ItemList, SmallText } from '../../../ui/lists/item-list.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';

/** Ways of signing in that are linked to the account; the last one stays. */
export function IdentityList({ identities }: { identities: readonly Identity[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Identity | null>(null);
  const nameOf = ({ provider }: Identity): string =>
    provider === 'password' ? t('accounts.identities.password') : provider;
  const unlink = async (): Promise<void> => {
    if (asked === null) return;
    await call(accountsCalls.removeIdentity, { params: { id: asked.id } });
    toastSuccess({ title: t('accounts.identities.unlinked') });
    await client.invalidateQueries({ queryKey: callKey(accountsCalls.getProfile) });
  };
  const isLast = identities.length === 1;
  return (
    <>
      <ItemList label={t('accounts.identities.title')}>
        {identities.map((identity) => (
          <Item
            key={identity.id}
            name={nameOf(identity)}
            more={
              <SmallText>
                {identity.label !== null && (
                  <>
                    {t('accounts.identities.account')}: <bdi dir="ltr">{identity.label}</bdi> ·{' '}
                  </>
                )}
                {t('accounts.identities.since')}: <bdi>{formatTime(identity.createdAt, ownZone(), 'day')}</bdi>
              </SmallText>
            }
          >
            {isLast ? (
              <SmallText>{t('accounts.identities.only')}</SmallText>
            ) : (
              <Button
                variant="default"
                size="sm"
                aria-label={t('accounts.identities.unlinkOf', { name: nameOf(identity) })}
                onClick={() => setAsked(identity)}
              >
                {t('accounts.identities.unlink')}
              </Button>
            )}
          </Item>
        ))}
      </ItemList>
      {asked !== null && (
        <ConfirmDialog
          title={t('accounts.identities.unlinkTitle', { name: nameOf(asked) })}
          text={t('accounts.identities.unlinkText')}
          confirmLabel={t('accounts.identities.unlink')}
          onConfirm={unlink}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
