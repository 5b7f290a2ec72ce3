import type { StatusState } from '@sightline/contracts/status/status';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { formatShare } from '../../platform/i18n/format-number.ts';
import { Row } from '../../ui/layout/row.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { ShownLabel } from '../../ui/status/shown-label.tsx';
import { CameraParts } from './camera-parts.tsx';
import { DayStrip } from './day-strip.tsx';
import { StatusChanges } from './status-changes.tsx';
import { useStatusHistory, type StatusThing } from './status-queries.ts';
import classes from './status-history.module.css';

const periods = [7, 30, 90] as const;
const legend = ['online', 'unhealthy', 'offline'] as const satisfies readonly StatusState[];

/** How a camera or a core was: its parts now, uptime, a band for each day, and every change with its cause. */
export function StatusHistorySection({ thing }: { thing: StatusThing }) {
  const { t } = useTranslation();
  const [days, setDays] = useState<number>(periods[0]);
  const [nowUtcMs] = useState(() => serverNowUtcMs());
  const history = useStatusHistory(thing, days, nowUtcMs);
  return (
    <ListScreen list={history} failed={t('status.history.failed')} rows={4}>
      {(data) => {
        const { parts, uptimeShare, days: shown, timeZone } = data;
        return (
          <div className={classes.history}>
            {parts.length > 0 && (
              <>
                <h3 className={classes.title}>{t('status.history.parts')}</h3>
                <CameraParts parts={parts} />
              </>
            )}
            <Row wrap align="center" justify="between" gap={8}>
              <p className={classes.uptime}>
                {uptimeShare === null
                  ? t('status.history.uptimeUnknown')
                  : t('status.history.uptime', { share: formatShare(uptimeShare) })}
              </p>
              <SegmentedControl
                aria-label={t('status.history.range')}
                value={String(days)}
                onChange={(value) => setDays(Number(value))}
                data={periods.map((count) => ({ value: String(count), label: t('status.history.days', { count }) }))}
              />
            </Row>
            <ul className={classes.days}>
              {shown.toReversed().map((day) => (
                <DayStrip key={day.day} day={day} timeZone={timeZone} />
              ))}
            </ul>
            <Row as="p" wrap gap={16} className={classes.legend}>
              {legend.map((state) => (
                <ShownLabel key={state} status={{ state, isFlapping: false }} of="camera" />
              ))}
            </Row>
            <h3 className={classes.title}>{t('status.history.changes')}</h3>
            <StatusChanges history={data} />
          </div>
        );
      }}
    </ListScreen>
  );
}
