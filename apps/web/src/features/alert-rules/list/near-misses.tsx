import type { NearMiss } from '@sightline/contracts/alert-rules/alert-rule';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../platform/clock/use-now.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { formatSince } from '../../../platform/i18n/format-time.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { nearMissesOf } from '../rule-queries.ts';
import classes from './list.module.css';

const nowEveryMs = 30_000;

/** The last times that a rule nearly alerted: what held it back, then what it saw. */
export function NearMisses({ ruleId }: { ruleId: string }) {
  const { t } = useTranslation();
  const nowUtcMs = useNow(nowEveryMs);
  return (
    <ListScreen
      list={useQuery(nearMissesOf(ruleId))}
      failed={t('alertRules.nearMisses.failed')}
      rows={3}
      isEmpty={({ items }) => items.length === 0}
      empty={<p className={classes.quiet}>{t('alertRules.nearMisses.none')}</p>}
    >
      {({ items }) => (
        <ul className={classes.misses} aria-label={t('alertRules.nearMisses.title')}>
          {items.map((miss) => (
            <Miss key={`${String(miss.atUtcMs)} ${miss.cameraId} ${miss.hindrance}`} miss={miss} nowUtcMs={nowUtcMs} />
          ))}
        </ul>
      )}
    </ListScreen>
  );
}

function Miss({ miss, nowUtcMs }: { miss: NearMiss; nowUtcMs: number }) {
  const { t } = useTranslation();
  const words = useAlertWords();
  const { hindrance, why, count, cameraName, atUtcMs } = miss;
  return (
    <li className={classes.miss}>
      <p className={classes.line}>
        <span>{words.hindrance(hindrance)}</span>
        <span className={classes.quiet}>{formatSince(atUtcMs, nowUtcMs, ownZone())}</span>
      </p>
      <p className={classes.quiet}>
        <bdi>{cameraName}</bdi>
        {why.map((reason) => (
          <span key={`${reason.what} ${reason.placeId ?? ''}`}> · {words.reason(reason)}</span>
        ))}
        {count > 1 && <span> · {t('alertRules.nearMisses.times', { count, shown: formatCount(count) })}</span>}
      </p>
    </li>
  );
}
