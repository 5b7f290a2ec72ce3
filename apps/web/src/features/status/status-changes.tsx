import type { StatusChange, StatusHistory } from '@sightline/contracts/status/status';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ShownLabel } from '../../ui/status/shown-label.tsx';
import { useWhy } from '../../ui/status/use-why.ts';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import classes from './status-history.module.css';

const useColumns = (timeZone: string): { id: string; header: string; cell: (change: StatusChange) => ReactNode }[] => {
  const { t } = useTranslation();
  const why = useWhy();
  return [
    {
      id: 'when',
      header: t('status.history.when'),
      cell: ({ atUtcMs }) => (
        <span className={classes.when}>
          <Moment utcMs={atUtcMs} timeZone={timeZone} />
        </span>
      ),
    },
    {
      id: 'what',
      header: t('status.history.what'),
      cell: ({ to, isFlapping }) => <ShownLabel status={{ state: to, isFlapping }} of="camera" />,
    },
    { id: 'why', header: t('status.history.why'), cell: ({ to, ...change }) => why({ ...change, state: to }) },
  ];
};

/** What changed when and why, newest first. */
export function StatusChanges({ history: { changes, timeZone, isCut } }: { history: StatusHistory }) {
  const { t } = useTranslation();
  const columns = useColumns(timeZone);
  if (changes.length === 0) return <p className={classes.words}>{t('status.history.none')}</p>;
  return (
    <>
      <PlainTable label={t('status.history.changes')} rows={changes} rowKey={({ id }) => id} columns={columns} />
      {isCut && <p className={classes.words}>{t('status.history.cut', { count: changes.length })}</p>}
    </>
  );
}
