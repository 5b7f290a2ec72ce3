import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../../../ui/status/status-label.tsx';
import { formatCount } from '../../../../platform/i18n/format-number.ts';
import { FewPictures, useFewPictures } from '../../list/few-pictures.tsx';
import { ruleLevels, useRuleStateWords } from '../../list/rule-state-words.ts';
import classes from '../builder.module.css';

/** Whether the rule is at work at each of its cameras and cores. */
export function RuleStates({ rule }: { rule: AlertRule }) {
  const { t } = useTranslation();
  const { stateText } = useRuleStateWords();
  const few = useFewPictures(rule);
  return (
    <section className={classes.group} data-testid="rule-states">
      <h2 className={classes.groupTitle}>{t('ruleBuilder.group.states')}</h2>
      <ul className={classes.lines}>
        {rule.targets.map((target) => (
          <li key={target.id} className={classes.line}>
            <span>
              <bdi>{target.name}</bdi> <span className={classes.quiet}>{target.locationName}</span>
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
          {t('ruleBuilder.hiddenTargets', {
            count: rule.hiddenTargetCount,
            shown: formatCount(rule.hiddenTargetCount),
          })}
        </p>
      )}
    </section>
  );
}
