import type { AuditEntry } from '@sightline/contracts/audit/audit';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { Row } from '../../ui/layout/row.tsx';
import { sentenceOf } from './deed-text.ts';
import classes from './changes-today.module.css';

/** What people changed today, the newest first: the last few of it, and the way to all. */
export function ChangesToday({ entries, timeZone }: { entries: readonly AuditEntry[]; timeZone: string }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="changes-title">
      <Row align="center" justify="between" gap={8} className={classes.head}>
        <h2 id="changes-title" className={classes.title}>
          {t('audit.today.title')}
        </h2>
        <Link to="/settings/audit-logs" search={{ range: 'today' }} className={classes.all}>
          {t('audit.today.all')}
        </Link>
      </Row>
      <ul>
        {entries.map((entry) => (
          <Row as="li" key={entry.id} align="baseline" gap={12} className={classes.row}>
            <span className={classes.sentence}>{sentenceOf(t, entry)}</span>
            <bdi dir="ltr" className={classes.time}>
              {formatTime(entry.created_at, timeZone)}
            </bdi>
          </Row>
        ))}
      </ul>
    </section>
  );
}
