import { Button } from '@mantine/core';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { heartbeatDays } from '@sightline/contracts/edges/heartbeat-limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/api/client.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { ChoiceFilter } from '../../../ui/filters/choice-filter.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { heardPoints } from './chart-path.ts';
import { HeartbeatFigures } from './heartbeat-figures.tsx';
import { HeartbeatTable } from './heartbeat-table.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import classes from './heartbeats.module.css';

const hourMs = 3_600_000;
const lengths = { hour: hourMs, day: 24 * hourMs, week: 168 * hourMs, twoWeeks: heartbeatDays * 24 * hourMs } as const;
type Length = keyof typeof lengths;
const names = Object.keys(lengths) as Length[];
const againMs = 30_000;

/** How a core was heard and how it was doing, over a range that one can move. */
export function Heartbeats({ edgeId, timeZone }: { edgeId: string; timeZone: string }) {
  const { t } = useTranslation();
  const nowUtcMs = Math.floor(useNow(againMs) / againMs) * againMs + againMs;
  const [length, setLength] = useState<Length>('hour');
  /** Ranges back from now. */
  const [back, setBack] = useState(0);
  const [isTable, setIsTable] = useState(false);
  const lengthMs = lengths[length];
  const toUtcMs = nowUtcMs - back * lengthMs;
  const fromUtcMs = toUtcMs - lengthMs;
  const query = useQuery({
    ...callQuery(edgesCalls.heartbeats, { params: { id: edgeId }, query: { fromUtcMs, toUtcMs } }),
    placeholderData: (last) => last,
  });
  const isOldest = (back + 2) * lengthMs > lengths.twoWeeks;
  return (
    <Section title={t('edges.heartbeats.title')}>
      <Row wrap align="center" gap={12} rowGap={8} className={classes.range}>
        <ChoiceFilter
          label={t('edges.heartbeats.range')}
          value={length}
          options={names.map((value) => ({ value, label: t(`edges.heartbeats.lengths.${value}`) }))}
          onChange={(next) => {
            setLength(next ?? 'hour');
            setBack(0);
          }}
        />
        <Button variant="default" size="compact-md" disabled={isOldest} onClick={() => setBack(back + 1)}>
          {t('edges.heartbeats.earlier')}
        </Button>
        <Button variant="default" size="compact-md" disabled={back === 0} onClick={() => setBack(back - 1)}>
          {t('edges.heartbeats.later')}
        </Button>
        <Button variant="default" size="compact-md" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {t(isTable ? 'edges.heartbeats.asCharts' : 'edges.heartbeats.asTable')}
        </Button>
        <span className={classes.times}>
          <bdi>{formatTime(fromUtcMs, timeZone, 'full')}</bdi> –{' '}
          <bdi>{formatTime(Math.min(toUtcMs, nowUtcMs), timeZone, 'full')}</bdi>
        </span>
      </Row>
      <ListScreen list={query} failed={t('edges.heartbeats.failed')}>
        {(data) =>
          isTable ? (
            <HeartbeatTable points={data.points} timeZone={timeZone} />
          ) : (
            <HeartbeatFigures points={heardPoints(data)} />
          )
        }
      </ListScreen>
      <p className={classes.bounds}>{t('edges.heartbeats.kept', { count: heartbeatDays })}</p>
    </Section>
  );
}
