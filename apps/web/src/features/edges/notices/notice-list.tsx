import type { CoreNotice } from '@sightline/contracts/edges/edge';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import classes from './edge-notices.module.css';

type Said = Pick<CoreNotice, 'atUtcMs' | 'code' | 'detail'>;

interface NoticeListProps<Notice extends Said> {
  notices: readonly Notice[];
  keyOf: (notice: Notice) => string;
  /** Of the site of the core that said it. */
  zoneOf: (notice: Notice) => string;
  /** Which core said it, where several do. */
  source?: (notice: Notice) => ReactNode;
}

/** What cores said about themselves, one below the other in the order given; says so when there is nothing. */
export function NoticeList<Notice extends Said>({ notices, keyOf, zoneOf, source }: NoticeListProps<Notice>) {
  const { t } = useTranslation();
  if (notices.length === 0) return <p className={classes.words}>{t('edges.notices.none')}</p>;
  return (
    <Stack as="ol" gap={8} className={classes.notices}>
      {notices.map((notice, index) => (
        <li key={`${keyOf(notice)} ${String(index)}`} className={classes.notice}>
          <time dateTime={new Date(notice.atUtcMs).toISOString()} className={classes.time}>
            <bdi>{formatTime(notice.atUtcMs, zoneOf(notice), 'full')}</bdi>
          </time>
          <span>
            {source?.(notice)}
            {t(`errors.${notice.code}`)}
            {notice.detail !== '' && (
              <span className={classes.detail}>
                <bdi translate="no">{notice.detail}</bdi>
              </span>
            )}
          </span>
        </li>
      ))}
    </Stack>
  );
}
