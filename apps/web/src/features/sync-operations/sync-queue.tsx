import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormActions } from '../../ui/forms/form.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { Lead, Section } from '../../ui/page/section.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
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
  return (
    <ListScreen
      list={open}
      failed={t('syncOperations.failed.open')}
      rows={2}
      isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
      empty={<Lead>{t('syncOperations.open.none')}</Lead>}
    >
      {({ pages }) => (
        <>
          <OperationsTable operations={pages.flatMap(({ items }) => items)} timeZone={timeZone} />
          {open.hasNextPage && (
            <FormActions>
              <Button variant="default" loading={open.isFetchingNextPage} onClick={() => void open.fetchNextPage()}>
                {t('syncOperations.more')}
              </Button>
            </FormActions>
          )}
        </>
      )}
    </ListScreen>
  );
}

function LastCommitted({ edgeId, timeZone }: SyncQueueProps) {
  const { t } = useTranslation();
  const last = useQuery(lastCommitted(edgeId));
  return (
    <ListScreen list={last} failed={t('syncOperations.failed.committed')} rows={1}>
      {({ operation }) =>
        operation === null ? (
          <Lead>{t('syncOperations.last.none')}</Lead>
        ) : (
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
        )
      }
    </ListScreen>
  );
}
