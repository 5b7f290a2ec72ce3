import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormActions } from '../../ui/forms/form.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Lead, Section } from '../../ui/page/section.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { OperationName } from './operation-name.tsx';
import { OperationsTable } from './operations-table.tsx';
import { lastCommitted, openOperations } from './sync-queries.ts';
import { useQueueUpdates } from './use-queue-updates.ts';
import { ValidateSync } from './validate-sync.tsx';

interface SyncQueueProps {
  edgeId: string;
  timeZone: string;
}

/** What waits for a core, what it acknowledged last, and whether it holds what it should. */
export function SyncQueue({ edgeId, timeZone }: SyncQueueProps) {
  const { t } = useTranslation();
  useQueueUpdates();
  return (
    <>
      <Section title={t('syncOperations.validate.title')}>
        <ValidateSync key={edgeId} edgeId={edgeId} />
      </Section>
      <Section title={t('syncOperations.open.title')}>
        <OpenOperations edgeId={edgeId} timeZone={timeZone} />
      </Section>
      <Section title={t('syncOperations.last.title')}>
        <LastCommitted edgeId={edgeId} timeZone={timeZone} />
      </Section>
    </>
  );
}

function OpenOperations({ edgeId, timeZone }: SyncQueueProps) {
  const { t } = useTranslation();
  const open = useInfiniteQuery(openOperations(edgeId));
  if (open.data === undefined) {
    if (open.error === null) return <LoadingRows rows={2} />;
    return (
      <ErrorState title={t('syncOperations.failed.open')} failure={open.error} onRetry={() => void open.refetch()} />
    );
  }
  const operations = open.data.pages.flatMap(({ items }) => items);
  if (operations.length === 0) return <Lead>{t('syncOperations.open.none')}</Lead>;
  return (
    <>
      <OperationsTable operations={operations} timeZone={timeZone} />
      {open.hasNextPage && (
        <FormActions>
          <Button variant="default" loading={open.isFetchingNextPage} onClick={() => void open.fetchNextPage()}>
            {t('syncOperations.more')}
          </Button>
        </FormActions>
      )}
    </>
  );
}

function LastCommitted({ edgeId, timeZone }: SyncQueueProps) {
  const { t } = useTranslation();
  const last = useQuery(lastCommitted(edgeId));
  if (last.data === undefined) {
    if (last.error === null) return <LoadingRows rows={1} />;
    return (
      <ErrorState
        title={t('syncOperations.failed.committed')}
        failure={last.error}
        onRetry={() => void last.refetch()}
      />
    );
  }
  const { operation } = last.data;
  if (operation === null) return <Lead>{t('syncOperations.last.none')}</Lead>;
  return (
    <Facts>
      <dt>{t('syncOperations.table.number')}</dt>
      <dd>{operation.edgeLogId}</dd>
      <dt>{t('syncOperations.table.change')}</dt>
      <dd>
        <OperationName operation={operation} />
      </dd>
      <dt>{t('syncOperations.last.at')}</dt>
      <dd>{operation.committedAt !== null && <Moment utcMs={operation.committedAt} timeZone={timeZone} />}</dd>
    </Facts>
  );
}
