import type { SyncOperation } from '@sightline/contracts/sync-operations/sync-operation';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { OperationActions } from './operation-actions.tsx';
import { OperationName } from './operation-name.tsx';

const levels = { uncommitted: 'warn', published: 'high', committed: 'ok', cancelled: 'idle' } as const;

const columnsOf = (t: TFunction, timeZone: string) => [
  { id: 'number', header: t('syncOperations.table.number'), cell: ({ edgeLogId }: SyncOperation) => edgeLogId },
  {
    id: 'change',
    header: t('syncOperations.table.change'),
    cell: (operation: SyncOperation) => <OperationName operation={operation} />,
  },
  {
    id: 'state',
    header: t('syncOperations.table.state'),
    cell: ({ state }: SyncOperation) => (
      <StatusLabel level={levels[state]}>{t(`syncOperations.state.${state}`)}</StatusLabel>
    ),
  },
  { id: 'sent', header: t('syncOperations.table.sent'), cell: ({ publishCount }: SyncOperation) => publishCount },
  {
    id: 'made',
    header: t('syncOperations.table.made'),
    cell: ({ createdAt }: SyncOperation) => <Moment utcMs={createdAt} timeZone={timeZone} />,
  },
  {
    id: 'actions',
    header: t('syncOperations.table.actions'),
    cell: (operation: SyncOperation) => <OperationActions operation={operation} />,
  },
];

/** Operations on their way, oldest first. */
export function OperationsTable({ operations, timeZone }: { operations: readonly SyncOperation[]; timeZone: string }) {
  const { t } = useTranslation();
  return (
    <PlainTable
      label={t('syncOperations.open.title')}
      columns={columnsOf(t, timeZone)}
      rows={operations}
      rowKey={({ edgeLogId }) => String(edgeLogId)}
    />
  );
}
