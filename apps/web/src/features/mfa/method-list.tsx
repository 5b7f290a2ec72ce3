import { Button } from '@mantine/core';
import type { MfaMethod } from '@sightline/contracts/mfa/mfa';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { Item, ItemList, SmallText } from '../../ui/lists/item-list.tsx';
import { CodeDialog } from './code-dialog.tsx';
import { useRemovals } from './use-removals.ts';

function MethodRow({ method, isRemoving, onRemove }: { method: MfaMethod; isRemoving: boolean; onRemove: () => void }) {
  const { t } = useTranslation();
  const { name, createdAt, lastUsedAt } = method;
  const used = lastUsedAt === null ? t('mfa.list.never') : formatTime(lastUsedAt, ownZone(), 'full');
  return (
    <Item
      name={name}
      isBusy={isRemoving}
      more={
        <SmallText>
          {t('mfa.list.added')}: <bdi>{formatTime(createdAt, ownZone(), 'day')}</bdi> · {t('mfa.list.lastUsed')}:{' '}
          <bdi>{used}</bdi>
        </SmallText>
      }
    >
      <Button
        variant="default"
        size="sm"
        loading={isRemoving}
        aria-label={t('mfa.list.removeOf', { name })}
        onClick={onRemove}
      >
        {t('mfa.list.remove')}
      </Button>
    </Item>
  );
}

/** The second factors that count, each with its removal. */
export function MethodList({ methods }: { methods: readonly MfaMethod[] }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<MfaMethod | null>(null);
  const { removingIds, remove, failure, reset } = useRemovals((id) =>
    setAsked((open) => (open?.id === id ? null : open)),
  );
  const ask = (method: MfaMethod | null): void => {
    reset();
    setAsked(method);
  };
  return (
    <>
      <ItemList label={t('mfa.list.title')}>
        {methods.map((method) => (
          <MethodRow
            key={method.id}
            method={method}
            isRemoving={removingIds.has(method.id)}
            onRemove={() => ask(method)}
          />
        ))}
      </ItemList>
      {asked !== null && (
        <CodeDialog
          title={t('mfa.remove.title', { name: asked.name })}
          text={t('mfa.remove.text')}
          confirmLabel={t('mfa.remove.confirm')}
          isRemoval
          isBusy={removingIds.has(asked.id)}
          failure={failure}
          onConfirm={(code) => remove({ id: asked.id, code })}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}
