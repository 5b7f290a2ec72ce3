import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { startOfDayNamed } from '@sightline/domain/time/zone-time';
import { methodName } from './deed-text.ts';
import classes from './audit.module.css';

interface AuditDaysProps {
  days: readonly { day: string; methods: readonly { method: string; count: number }[] }[];
  /** Shows the entries of this day and method. */
  onOpen: (day: string, method: string) => void;
}

const dayText = (day: string): string => formatTime(startOfDayNamed(day, 'UTC') ?? 0, 'UTC', 'day');

/** How often each thing was done on each day. */
export function AuditDays({ days, onOpen }: AuditDaysProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.list}>
      {days.map(({ day, methods }) => {
        const count = methods.reduce((sum, each) => sum + each.count, 0);
        const most = Math.max(...methods.map((each) => each.count));
        return (
          <section key={day} data-day={day} aria-label={dayText(day)}>
            <h2 className={classes.day}>
              {dayText(day)}{' '}
              <span className={classes.dim}>{t('audit.days.count', { count, shown: formatCount(count) })}</span>
            </h2>
            <ul>
              {methods.map((each) => (
                <li key={each.method}>
                  <button
                    type="button"
                    className={classes.count}
                    data-method={each.method}
                    onClick={() => onOpen(day, each.method)}
                  >
                    <span>{methodName(t, each.method)}</span>
                    <span className={classes.number}>{formatCount(each.count)}</span>
                    <span className={classes.bar} aria-hidden="true">
                      <span style={{ inlineSize: `${(100 * each.count) / most}%` }} />
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
