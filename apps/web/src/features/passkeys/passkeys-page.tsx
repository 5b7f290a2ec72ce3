import { Button } from '@mantine/core';
import type { Passkey } from '@sightline/contracts/passkeys/passkey';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { canUsePasskeys } from '../../platform/passkeys/passkey-browser.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { Row } from '../../ui/layout/row.tsx';
import { Item, ItemList, SmallText } from '../../ui/lists/item-list.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Lead, Section } from '../../ui/page/section.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { ownAccount, ownPasskeys } from './passkey-queries.ts';
import { RemovePasskey } from './remove-passkey.tsx';
import { RenamePasskey } from './rename-passkey.tsx';
import classes from './passkeys.module.css';

/** Passkeys of the person; `createPasskey=true` opens the adding of one. */
export function PasskeysPage() {
  const { t } = useTranslation();
  const { createPasskey } = useSearch({ from: '/shell/account-area/account/passkeys' });
  const navigate = useNavigate();
  const passkeys = useQuery(ownPasskeys());
  // The forms need it: without it nobody knows whether there is a password to ask for.
  const account = useQuery(ownAccount());
  const needsPassword = account.data?.identities.some(({ provider }) => provider === 'password') ?? true;
  const isPossible = passkeys.data?.isAvailable === true && canUsePasskeys();
  const open = (): void => void navigate({ to: '/account/passkeys', search: { createPasskey: 'true' } });
  const close = (): void => void navigate({ to: '/account/passkeys', search: {}, replace: true });
  const add = <Button onClick={open}>{t('passkeys.list.add')}</Button>;
  const hasAny = (passkeys.data?.items.length ?? 0) > 0;
  return (
    <>
      <PageHeader title={t('passkeys.list.title')}>{isPossible && hasAny && add}</PageHeader>
      <ListScreen
        list={passkeys}
        failed={t('passkeys.list.failed')}
        rows={2}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState
            title={t('passkeys.list.emptyTitle')}
            text={t(isPossible ? 'passkeys.list.emptyText' : 'passkeys.list.impossible')}
          >
            {isPossible && add}
          </EmptyState>
        }
      >
        {({ items }) => (
          <Section>
            <Lead>
              {t('passkeys.list.lead')} {!isPossible && t('passkeys.list.impossible')}
            </Lead>
            <PasskeyList items={items} needsPassword={needsPassword} />
          </Section>
        )}
      </ListScreen>
      {createPasskey === 'true' && isPossible && !account.isPending && (
        <AddPasskey needsPassword={needsPassword} onClose={close} />
      )}
    </>
  );
}

function PasskeyList({ items, needsPassword }: { items: readonly Passkey[]; needsPassword: boolean }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<{ deed: 'rename' | 'remove'; passkey: Passkey } | null>(null);
  const close = (): void => setAsked(null);
  return (
    <>
      <ItemList label={t('passkeys.list.title')}>
        {items.map((passkey) => (
          <Item key={passkey.id} name={passkey.name} more={<PasskeyFacts passkey={passkey} />}>
            <Row gap={8} className={classes.deeds}>
              <Button
                variant="default"
                size="sm"
                aria-label={t('passkeys.list.renameOf', { name: passkey.name })}
                onClick={() => setAsked({ deed: 'rename', passkey })}
              >
                {t('passkeys.list.rename')}
              </Button>
              <Button
                variant="default"
                size="sm"
                aria-label={t('passkeys.list.removeOf', { name: passkey.name })}
                onClick={() => setAsked({ deed: 'remove', passkey })}
              >
                {t('passkeys.list.remove')}
              </Button>
            </Row>
          </Item>
        ))}
      </ItemList>
      {asked?.deed === 'rename' && <RenamePasskey passkey={asked.passkey} onClose={close} />}
      {asked?.deed === 'remove' && (
        <RemovePasskey passkey={asked.passkey} needsPassword={needsPassword} onClose={close} />
      )}
    </>
  );
}

/** Since when, when last, and whether it goes with one device. */
function PasskeyFacts({ passkey: { createdAt, lastUsedAt, isSynced } }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const used = lastUsedAt === null ? t('passkeys.list.never') : formatTime(lastUsedAt, ownZone(), 'full');
  return (
    <SmallText>
      {t('passkeys.list.added')}: <bdi>{formatTime(createdAt, ownZone(), 'day')}</bdi> · {t('passkeys.list.lastUsed')}:{' '}
      <bdi>{used}</bdi> · {t(isSynced ? 'passkeys.list.synced' : 'passkeys.list.oneDevice')}
    </SmallText>
  );
}
