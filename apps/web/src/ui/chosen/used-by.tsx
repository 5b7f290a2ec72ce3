import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import classes from './chosen.module.css';

interface Rule {
  id: string;
  name: string;
}

/** Rules that a refusal names as far as the reader may see them, and how many more there are. */
function usesIn(failure: unknown): { rules: Rule[]; hidden: number } {
  const { count, rules } = toApiError(failure).data as { count?: unknown; rules?: unknown };
  if (!Array.isArray(rules)) return { rules: [], hidden: 0 };
  return { rules: rules as Rule[], hidden: typeof count === 'number' ? count - rules.length : 0 };
}

/** Leads to the alert rules that keep something from being deleted. Shows nothing where others keep it. */
export function UsedBy({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  const { rules, hidden } = usesIn(failure);
  return (
    <>
      {rules.length > 0 && (
        <ul className={classes.rules} aria-label={t('common.usedBy.rules')}>
          {rules.map(({ id, name }) => (
            <li key={id}>
              <Link to="/alert/edit/$ruleId" params={{ ruleId: id }}>
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <span className={classes.text}>{t('common.usedBy.hidden', { count: hidden, shown: formatCount(hidden) })}</span>
      )}
    </>
  );
}
