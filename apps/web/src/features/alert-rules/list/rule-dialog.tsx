import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { IconBellOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { useMay } from '../../../platform/session/may.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import { ruleById } from '../rule-queries.ts';
import { FewPictures, useFewPictures } from './few-pictures.tsx';
import { NearMisses } from './near-misses.tsx';
import { ruleLevels, useRuleStateWords } from './rule-state-words.ts';
import classes from './list.module.css';

/** One rule: whether it is at work at each of its cameras, and what it nearly told lately. */
export function RuleDialog({ rule: known, onClose }: { rule: AlertRule; onClose: () => void }) {
  const { t } = useTranslation();
  const { stateText } = useRuleStateWords();
  // What was held back tells what was seen.
  const mayMonitor = useMay('AlertMonitoring');
  const rule = useQuery(ruleById(known.id)).data ?? known;
  const few = useFewPictures(rule);
  return (
    <Dialog title={rule.name} width={600} onClose={onClose}>
      {rule.reachesNobody && (
        <p className={classes.unheard} role="status">
          <IconBellOff size={18} stroke={1.6} aria-hidden="true" />
          <span>{t('alertRules.reachesNobody')}</span>
        </p>
      )}
      <section className={classes.part}>
        <h3>{t('alertRules.details.where')}</h3>
        <ul className={classes.lines}>
          {rule.targets.map((target) => (
            <li key={target.id} className={classes.line}>
              <span className={classes.place}>
                <bdi>{target.name}</bdi>
                <span className={classes.quiet}>
                  <bdi>{target.locationName}</bdi>
                </span>
              </span>
              <span className={classes.targetState}>
                {few.has(target.id) && <FewPictures />}
                <StatusLabel level={ruleLevels[target.state]}>{stateText(target)}</StatusLabel>
              </span>
            </li>
          ))}
        </ul>
        {few.size > 0 && <p className={classes.quiet}>{t('alertRules.fewPictures.text')}</p>}
        {rule.hiddenTargetCount > 0 && (
          <p className={classes.quiet}>
            {t('alertRules.details.hidden', {
              count: rule.hiddenTargetCount,
              shown: formatCount(rule.hiddenTargetCount),
            })}
          </p>
        )}
        {rule.targets.length + rule.hiddenTargetCount === 0 && (
          <p className={classes.quiet}>{t('alertRules.details.nowhere')}</p>
        )}
      </section>
      {mayMonitor && (
        <section className={classes.part}>
          <h3>{t('alertRules.nearMisses.title')}</h3>
          <NearMisses ruleId={rule.id} />
        </section>
      )}
    </Dialog>
  );
}
