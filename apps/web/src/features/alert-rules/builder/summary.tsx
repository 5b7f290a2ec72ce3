import { useTranslation } from 'react-i18next';
import type { RuleValues } from './rule-values.ts';
import { useRuleSummary } from './use-rule-summary.ts';
import classes from './builder.module.css';

/** What the rule will do as it stands in the form. */
export function RuleSummary({ values }: { values: RuleValues }) {
  const { t } = useTranslation();
  const [first, ...others] = useRuleSummary(values);
  return (
    <section className={classes.group} data-testid="rule-summary">
      <h2 className={classes.groupTitle}>{t('ruleBuilder.group.summary')}</h2>
      <p className={classes.summary}>{first}</p>
      <p className={classes.quiet}>{others.join(' ')}</p>
    </section>
  );
}
