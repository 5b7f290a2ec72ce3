import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDuration } from '../../platform/i18n/format-number.ts';
import { Row } from '../../ui/layout/row.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { managedStats } from './managed-alarm-queries.ts';
import { useManager } from './manager-store.ts';
import classes from './manager.module.css';

/** How many alarms there are of each status, and how long closing takes. What could not be read stands as a dash. */
export function ManagerFigures() {
  const { t } = useTranslation();
  const { error } = useQuery(managedStats());
  const stats = useManager((state) => state.stats);
  const figure = (value: string | undefined): ReactNode =>
    value ?? (error === null ? <Skeleton width="48px" height="20px" /> : t('managedAlarms.stats.none'));
  const count = (of: 'active' | 'timeout' | 'closed' | 'openedLastDay'): ReactNode =>
    figure(stats === null ? undefined : formatCount(stats[of]));
  const median = stats?.medianCloseS;
  const minutes = stats?.timeoutMinutes;
  return (
    <Row as="dl" wrap className={classes.figures} aria-label={t('managedAlarms.stats.label')}>
      <Figure name={t('managedAlarms.stats.active')} level={stats !== null && stats.active > 0 ? 'bad' : undefined}>
        {count('active')}
      </Figure>
      <Figure
        name={t('managedAlarms.stats.timeout')}
        hint={
          minutes === undefined
            ? undefined
            : t('managedAlarms.stats.timeoutHint', { duration: formatDuration(minutes * 60_000) })
        }
      >
        {count('timeout')}
      </Figure>
      <Figure name={t('managedAlarms.stats.closed')}>{count('closed')}</Figure>
      <Figure name={t('managedAlarms.stats.openedLastDay')}>{count('openedLastDay')}</Figure>
      <Figure name={t('managedAlarms.stats.medianClose')} hint={t('managedAlarms.stats.medianHint')}>
        {median === null
          ? t('managedAlarms.stats.none')
          : figure(median === undefined ? undefined : formatDuration(median * 1000))}
      </Figure>
    </Row>
  );
}

interface FigureProps {
  name: string;
  hint?: string | undefined;
  level?: 'bad' | undefined;
  children: ReactNode;
}

function Figure({ name, hint, level, children }: FigureProps) {
  return (
    <div className={classes.figure} data-level={level}>
      <dt>{name}</dt>
      <dd>
        <span className={classes.value}>{children}</span>
        {hint !== undefined && <span className={classes.hint}>{hint}</span>}
      </dd>
    </div>
  );
}
