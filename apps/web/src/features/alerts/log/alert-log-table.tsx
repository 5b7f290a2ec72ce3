import type { Alert } from '@sightline/contracts/alerts/alert';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { SeverityGlyph, SeverityLabel } from '../../../ui/alerts/severity-glyph.tsx';
import { saysMore, useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { DataTable, type Column } from '../../../ui/table/data-table.tsx';
import { Moment } from '../../../ui/time/moment.tsx';
import { useHandlingWords } from '../use-handling-words.ts';
import classes from './log.module.css';

interface Words {
  t: TFunction;
  words: ReturnType<typeof useAlertWords>;
  handling: ReturnType<typeof useHandlingWords>;
}

const columnsOf = ({ t, words, handling }: Words): Column<Alert>[] => [
  {
    id: 'time',
    header: t('alerts.log.time'),
    track: 'minmax(180px, 1.2fr)',
    phone: 'second-end',
    cell: ({ openedAtUtcMs, timeZone }) => <Moment utcMs={openedAtUtcMs} timeZone={timeZone} />,
  },
  {
    id: 'kind',
    header: t('alerts.log.kind'),
    track: 'minmax(128px, 1fr)',
    phone: 'title',
    cell: ({ id, kind, severity }) => (
      <span className={classes.kind}>
        <span className={classes.sign}>
          <SeverityGlyph severity={severity} isNamed />
        </span>
        <Link to="/alert/monitoring" search={{ alert: id }} className={classes.link}>
          {words.kind(kind)}
        </Link>
      </span>
    ),
  },
  {
    id: 'severity',
    header: t('alerts.filters.severity'),
    track: '112px',
    cell: ({ severity }) => <SeverityLabel severity={severity} />,
  },
  {
    id: 'why',
    header: t('alerts.facts.why'),
    track: 'minmax(180px, 2fr)',
    cell: ({ why: [first], ruleName }) => (
      <span className={classes.why} dir="auto">
        {first !== undefined && saysMore(first) ? words.reason(first) : ruleName}
      </span>
    ),
  },
  {
    id: 'place',
    header: t('alerts.log.place'),
    track: 'minmax(160px, 1.8fr)',
    phone: 'second',
    cell: ({ cameraName, locationName }) => (
      <>
        <bdi>{cameraName}</bdi> · <bdi>{locationName}</bdi>
      </>
    ),
  },
  {
    id: 'ended',
    header: t('alerts.log.ended'),
    track: 'minmax(128px, 1.2fr)',
    cell: ({ phase, closeReason }) => {
      const text = phase === 'closed' ? words.closed(closeReason) : t('alerts.log.open');
      return <span title={text}>{text}</span>;
    },
  },
  {
    id: 'handling',
    header: t('alerts.facts.handling'),
    track: 'minmax(120px, 1fr)',
    phone: 'end',
    cell: (alert) => handling.owner(alert),
  },
];

/** Alerts of one page of the log; times are those of the site. */
export function AlertLogTable({ alerts }: { alerts: readonly Alert[] }) {
  const { t } = useTranslation();
  const words = useAlertWords();
  const handling = useHandlingWords();
  return (
    <DataTable
      label={t('alerts.log.title')}
      columns={columnsOf({ t, words, handling })}
      rows={alerts}
      rowKey={({ id }) => id}
      total={alerts.length}
    />
  );
}
