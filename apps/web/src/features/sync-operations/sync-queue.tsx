import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../../ui/forms/form.module.css';
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
      <section className={classes.section}>
        <h2>{t('syncOperations.validate.title')}</h2>
        <ValidateSync key={edgeId} edgeId={edgeId} />
      </section>
      <section className={classes.section}>
        <h2>{t('syncOperations.open.title')}</h2>
        <OpenOperations edgeId={edgeId} timeZone={timeZone} />
      </section>
      <section className={classes.section}>
        <h2>{t('syncOperations.last.title')}</h2>
        <LastCommitted edgeId={edgeId} timeZone={timeZone} />
      </section>
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
  if (operations.length === 0) return <p className={classes.lead}>{t('syncOperations.open.none')}</p>;
  return (
    <>
      <OperationsTable operations={operations} timeZone={timeZone} />
      {open.hasNextPage && (
        <div className={classes.actions}>
          <Button variant="default" loading={open.isFetchingNextPage} onClick={() => void open.fetchNextPage()}>
            {t('syncOperations.more')}
          </Button>
        </div>
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
  if (operation === null) return <p className={classes.lead}>{t('syncOperations.last.none')}</p>;
  return (
    <dl className={classes.facts}>
      <dt>{t('syncOperations.table.number')}</dt>
      <dd>{operation.edgeLogId}</dd>
      <dt>{t('syncOperations.table.change')}</dt>
      <dd>
        <OperationName operation={operation} />
      </dd>
      <dt>{t('syncOperations.last.at')}</dt>
      <dd>{operation.committedAt !== null && <Moment utcMs={operation.committedAt} timeZone={timeZone} />}</dd>
    </dl>
  );
}
