import type { RuleImportFault, RuleImportRefusal } from '@sightline/contracts/alert-rules/rule-import';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { leftToRight } from '../../../platform/i18n/left-to-right.ts';
import classes from '../list/list.module.css';

/** What is wrong with which rule of a file, in the order of the file. */
export function RefusedRules({ refusal: { faults, count } }: { refusal: RuleImportRefusal }) {
  const { t } = useTranslation();
  const more = count - faults.length;
  return (
    <>
      <ul className={classes.refused} aria-label={t('alertRules.import.refused')}>
        {faults.map((fault) => (
          <li key={fault.index}>
            <Refused fault={fault} />
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t('alertRules.import.moreRefused', { count: more, shown: formatCount(more) })}</p>}
    </>
  );
}

const drawn = ['crossingEdges', 'tooSmall', 'shortLine', 'noLine', 'emptyRange', 'sumTooShort', 'alwaysSo', 'containerNumber', 'noField', 'fieldValue', 'nothingNamed', 'noCamera', 'manyCameras'] as const; // prettier-ignore

function Refused({ fault: { index, name, code, fields } }: { fault: RuleImportFault }) {
  const { t } = useTranslation();
  const said = fields.map((field) => {
    const known = drawn.find((one) => one === field);
    return known === undefined ? leftToRight(field) : t(`ruleBuilder.wrong.${known}`);
  });
  const where = name === '' ? t('alertRules.import.nth', { number: formatCount(index + 1) }) : name;
  return (
    <>
      <bdi>{where}</bdi>{' '}
      <span className={classes.quiet}>
        {[code === 'alert_rule_invalid' ? '' : t(`errors.${code}`), ...said].filter((part) => part !== '').join(' ')}
      </span>
    </>
  );
}
