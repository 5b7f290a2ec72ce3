import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAlertWords } from '../../../ui/alerts/use-alert-words.ts';
import { createPath, ruleTemplates, templateKeys } from './rule-templates.ts';
import classes from './templates.module.css';

/** The commonest jobs in plain words; each opens its form, filled in. */
export function TemplateCards() {
  const { t } = useTranslation();
  const words = useAlertWords();
  return (
    <ul className={classes.cards} aria-label={t('alertRules.templates.jobs')}>
      {templateKeys.map((key) => {
        const { kind } = ruleTemplates[key];
        return (
          <li key={key}>
            <Link to={createPath(kind) as string} search={{ template: key } as object} className={classes.card}>
              <span className={classes.name}>{t(`alertRules.templates.job.${key}.name`)}</span>
              <span className={classes.text}>{t(`alertRules.templates.job.${key}.text`)}</span>
              <span className={classes.kind}>{words.kind(kind)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
