import { Button } from '@mantine/core';
import type { AuditEntry } from '@sightline/contracts/audit/audit';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { dayOf } from '@sightline/domain/time/zone-time';
import { sentenceOf } from './deed-text.ts';
import classes from './audit.module.css';

interface AuditListProps {
  entries: readonly AuditEntry[];
  timeZone: string;
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  onOpen: (entry: AuditEntry) => void;
}

function Row({ entry, timeZone, onOpen }: { entry: AuditEntry; timeZone: string; onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <li>
      <button type="button" className={classes.row} data-method={entry.method} onClick={onOpen}>
        <bdi dir="ltr" className={classes.time}>
          {formatTime(entry.created_at, timeZone, 'seconds')}
        </bdi>
        <span className={classes.sentence}>{sentenceOf(t, entry)}</span>
        <bdi dir="ltr" className={classes.address}>
          {entry.address}
        </bdi>
      </button>
    </li>
  );
}

/** Entries under the days on which they happened, newest first. */
export function AuditList({ entries, timeZone, hasMore, isLoadingMore, onMore, onOpen }: AuditListProps) {
  const { t } = useTranslation();
  const byDay = Map.groupBy(entries, (entry) => dayOf(entry.created_at, timeZone));
  return (
    <div className={classes.list}>
      {[...byDay].map(([day, items]) => (
        <section key={day} aria-label={formatTime(items[0]?.created_at ?? 0, timeZone, 'day')}>
          <h2 className={classes.day}>{formatTime(items[0]?.created_at ?? 0, timeZone, 'day')}</h2>
          <ul>
            {items.map((entry) => (
              <Row key={entry.id} entry={entry} timeZone={timeZone} onOpen={() => onOpen(entry)} />
            ))}
          </ul>
        </section>
      ))}
      <div className={classes.foot}>
        {hasMore ? (
          <Button variant="default" loading={isLoadingMore} onClick={onMore}>
            {t('audit.list.more')}
          </Button>
        ) : (
          <p className={classes.dim}>{t('audit.list.end')}</p>
        )}
      </div>
    </div>
  );
}
