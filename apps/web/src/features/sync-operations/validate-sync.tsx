import { Button } from '@mantine/core';
import type { SyncDifference, SyncValidation } from '@sightline/contracts/sync-operations/sync-operation';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { call } from '../../platform/api/client.ts';
import { FormActions } from '../../ui/forms/form.tsx';
import { Lead } from '../../ui/page/section.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { toastFailure, toastUpdate, toastSuccess } from '../../ui/toasts/toast.tsx';
import { EntityName } from './entity-name.tsx';
import { queueKeys } from './sync-queries.ts';

/** Asks a core what it holds, shows what differs, and repairs it. */
export function ValidateSync({ edgeId }: { edgeId: string }) {
  const { t } = useTranslation();
  const refresh = (): void => queueKeys.forEach(refreshSoon);
  const validate = useMutation({
    mutationFn: () => call(syncOperationsCalls.validate, { query: { edgeId } }),
    onSuccess: ({ isSync }) =>
      isSync
        ? toastSuccess({ title: t('syncOperations.done.inSync') })
        : toastUpdate({ title: t('syncOperations.done.outOfSync') }),
    onError: (failure) => toastFailure(t('syncOperations.failed.validate'), failure),
    onSettled: refresh,
  });
  const repair = useMutation({
    mutationFn: () => call(syncOperationsCalls.repair, { body: { edgeId } }),
    onSuccess: () => {
      validate.reset();
      toastSuccess({ title: t('syncOperations.done.repair') });
    },
    onError: (failure) => toastFailure(t('syncOperations.failed.repair'), failure),
    onSettled: refresh,
  });
  const adopt = useMutation({
    mutationFn: ({ entity, entityId }: SyncDifference) =>
      call(syncOperationsCalls.adopt, { body: { edgeId, entity, entityId } }),
    onSuccess: () => {
      toastSuccess({ title: t('syncOperations.done.adopt') });
      validate.mutate();
    },
    onError: (failure) => toastFailure(t('syncOperations.failed.adopt'), failure),
    onSettled: refresh,
  });
  const found = validate.data;
  return (
    <>
      <Lead>{t('syncOperations.validate.text')}</Lead>
      {found !== undefined && <Found found={found} adopt={adopt} />}
      <FormActions>
        <Button variant="default" loading={validate.isPending} onClick={() => validate.mutate()}>
          {t('syncOperations.validate.action')}
        </Button>
        {found?.canRepair === true && (
          <Button loading={repair.isPending} onClick={() => repair.mutate()}>
            {t('syncOperations.validate.repair')}
          </Button>
        )}
      </FormActions>
    </>
  );
}

interface Adopting {
  isPending: boolean;
  mutate: (difference: SyncDifference) => void;
}

const columnsOf = (t: TFunction, adopt: Adopting) => [
  {
    id: 'name',
    header: t('syncOperations.table.change'),
    cell: (difference: SyncDifference) => <EntityName of={difference} />,
  },
  {
    id: 'kind',
    header: t('syncOperations.table.difference'),
    cell: ({ kind }: SyncDifference) => t(`syncOperations.difference.${kind}`),
  },
  {
    id: 'cloud',
    header: t('syncOperations.table.cloud'),
    cell: ({ cloudRevision }: SyncDifference) => cloudRevision ?? '–',
  },
  {
    id: 'edge',
    header: t('syncOperations.table.edge'),
    cell: ({ edgeRevision }: SyncDifference) => edgeRevision ?? '–',
  },
  {
    id: 'actions',
    header: t('syncOperations.table.actions'),
    cell: (difference: SyncDifference) =>
      difference.canAdopt && (
        <Button
          size="compact-sm"
          variant="default"
          loading={adopt.isPending}
          aria-label={t('syncOperations.actions.adoptOf', {
            name: difference.entityName ?? t('syncOperations.kind.camera'),
          })}
          onClick={() => adopt.mutate(difference)}
        >
          {t('syncOperations.actions.adopt')}
        </Button>
      ),
  },
];

function Found({ found: { isSync, uncommitted, differences }, adopt }: { found: SyncValidation; adopt: Adopting }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <StatusLabel level={isSync ? 'ok' : 'warn'}>
        {t(isSync ? 'syncOperations.done.inSync' : 'syncOperations.done.outOfSync')}
      </StatusLabel>
      {uncommitted > 0 && <p>{t('syncOperations.validate.uncommitted', { count: uncommitted })}</p>}
      {differences.some(({ canAdopt }) => canAdopt) && <p>{t('syncOperations.validate.extra')}</p>}
      {differences.length > 0 && (
        <PlainTable
          label={t('syncOperations.table.difference')}
          columns={columnsOf(t, adopt)}
          rows={differences}
          rowKey={({ entity, entityId }) => `${entity}:${entityId}`}
        />
      )}
    </div>
  );
}
