import type { Entrance } from '@sightline/contracts/entrances/entrance';
import { startOfLastDays } from '@sightline/domain/time/site-days';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock/use-now.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { EntityFailure } from '../../ui/pages/entity-failure.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { CorrectOccupancy } from './correct-occupancy.tsx';
import { entranceById } from './entrance-queries.ts';
import { FigureBars } from './figure-bars.tsx';
import classes from './entrances.module.css';

const [hourMs, nowEveryMs] = [3_600_000, 60_000];

/** One entrance: how many are inside, and who went in and out by hour and by day. */
export function EntrancePage() {
  const { entranceId } = useParams({ from: '/shell/organization/database-area/database/entrances/$entranceId' });
  const entrance = useQuery(entranceById(entranceId));
  if (entrance.data !== undefined && entrance.error?.code !== 'not_found')
    return <Shown key={entranceId} entrance={entrance.data} />;
  if (entrance.error !== null)
    return <EntityFailure failure={entrance.error} onRetry={() => void entrance.refetch()} />;
  return <LoadingRows />;
}

/** How many are inside, since when, and what of it is known. */
function Inside({ entrance }: { entrance: Entrance }) {
  const { t } = useTranslation();
  const { occupancy, timeZone, state } = entrance;
  const { inside, missed, sinceUtcMs, correction, watchedS, outOfS } = occupancy;
  const shown = { in: formatCount(occupancy.in), out: formatCount(occupancy.out) };
  return (
    <Section>
      <p className={classes.inside}>
        <strong>{formatCount(inside)}</strong> {t('entrances.page.inside', { count: inside })}
      </p>
      <p className={classes.quiet}>
        {t('entrances.page.since', { ...shown, time: formatTime(sinceUtcMs, timeZone, 'full') })}
      </p>
      <p className={classes.quiet}>{t('entrances.page.watched', minutesOf(watchedS, outOfS))}</p>
      {missed > 0 && (
        <p className={classes.quiet}>{t('entrances.page.missed', { count: missed, shown: formatCount(missed) })}</p>
      )}
      {correction !== null && <p className={classes.quiet}>{t('entrances.page.corrected', { ...correction })}</p>}
      {state !== 'counting' && (
        <p className={classes.wrong} role="status">
          {t(`entrances.stateText.${state}`)}
        </p>
      )}
    </Section>
  );
}

const minutesOf = (watchedS: number, outOfS: number): { watched: string; all: string } => ({
  watched: formatCount(Math.round(watchedS / 60)),
  all: formatCount(Math.round(outOfS / 60)),
});

function Shown({ entrance }: { entrance: Entrance }) {
  const { t } = useTranslation();
  const [isCorrecting, setCorrecting] = useState(false);
  // The hour that goes on now is the last one.
  const nowUtcMs = useNow(nowEveryMs);
  const untilUtcMs = Math.ceil((nowUtcMs + 1) / hourMs) * hourMs;
  return (
    <>
      <PageHeader
        title={entrance.name}
        parents={[
          { key: 'database', link: <span>{t('shell.database.title')}</span> },
          { key: 'list', link: <Link to="/database/entrances">{t('entrances.list.title')}</Link> },
        ]}
      >
        <Button variant="default" onClick={() => setCorrecting(true)}>
          {t('entrances.correct.action')}
        </Button>
        <ButtonLink to="/database/entrances/$entranceId/edit" params={{ entranceId: entrance.id }} variant="default">
          {t('entrances.edit.action')}
        </ButtonLink>
      </PageHeader>
      <Inside entrance={entrance} />
      <FigureBars
        entrance={entrance}
        title={t('entrances.figures.hours')}
        range={{ fromUtcMs: untilUtcMs - 24 * hourMs, untilUtcMs, per: 'hour' }}
      />
      <FigureBars
        entrance={entrance}
        title={t('entrances.figures.days')}
        range={{ fromUtcMs: startOfLastDays(entrance.timeZone, 30, nowUtcMs), untilUtcMs, per: 'day' }}
      />
      {isCorrecting && <CorrectOccupancy entrance={entrance} onClose={() => setCorrecting(false)} />}
    </>
  );
}
