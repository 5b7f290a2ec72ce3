import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../platform/api/client.ts';
import { useAlertWords } from '../../../../ui/alerts/use-alert-words.ts';
import { ownZone } from '../../../../platform/time/own-zone.ts';
import { Moment } from '../../../../ui/time/moment.tsx';
import classes from '../builder.module.css';

const shownAtOnce = 8;

/** The last times that the rule nearly alerted, and what held it back. */
export function NearMisses({ ruleId }: { ruleId: string }) {
  const { t } = useTranslation();
  const said = useAlertWords();
  const misses = useQuery(callQuery(alertRulesCalls.nearMisses, { params: { id: ruleId } })).data?.items;
  if (misses === undefined) return null;
  return (
    <section className={classes.group}>
      <h2 className={classes.groupTitle}>{t('ruleBuilder.group.nearMisses')}</h2>
      {misses.length === 0 && <p className={classes.quiet}>{t('ruleBuilder.noNearMisses')}</p>}
      <ul className={classes.lines}>
        {misses.slice(0, shownAtOnce).map(({ atUtcMs, cameraId, cameraName, hindrance, why }) => (
          <li key={`${String(atUtcMs)} ${cameraId} ${hindrance}`} className={classes.miss}>
            <span>
              <Moment utcMs={atUtcMs} timeZone={ownZone()} to="time" />{' '}
              <bdi className={classes.quiet}>{cameraName}</bdi>
            </span>
            <span>{said.hindrance(hindrance)}</span>
            <span className={classes.quiet}>{why.map(said.reason).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
