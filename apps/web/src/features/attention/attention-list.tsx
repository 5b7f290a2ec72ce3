import type { CameraState } from '@sightline/contracts/cameras/camera';
import type { AttentionItem } from '@sightline/contracts/attention/attention';
import { ActionIcon, Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { useCutOff } from '../../platform/realtime/connection-store.ts';
import { useKnownNow } from '../../platform/realtime/use-known-now.ts';
import { Row } from '../../ui/layout/row.tsx';
import { StatusGlyph } from '../../ui/status/status-glyph.tsx';
import { attentionLevel } from './attention-level.ts';
import { calmOf } from './attention-calm.ts';
import { AttentionLink } from './attention-link.tsx';
import { useAttention, useMarkSeen } from './attention-queries.ts';
import { useAttentionWords } from './use-attention-words.ts';
import notice from '../../ui/lists/notice-list.module.css';
import { classNames } from '../../ui/layout/layout-parts.ts';
import classes from './attention-list.module.css';

function AttentionRow({ item, nowUtcMs, onSeen }: { item: AttentionItem; nowUtcMs: number; onSeen: () => void }) {
  const { t } = useTranslation();
  const { name, text, when } = useAttentionWords()(item, nowUtcMs);
  return (
    <Row as="li" align="start" className={classNames(notice.row, classes.row)} data-kind={item.kind}>
      <AttentionLink item={item} className={notice.item}>
        <StatusGlyph level={attentionLevel(item)} />
        <bdi className={notice.name}>{name}</bdi>
        <span className={notice.since}>{when}</span>
        <span className={notice.text}>{text}</span>
        {item.locationName !== null && <bdi className={notice.site}>{item.locationName}</bdi>}
      </AttentionLink>
      {!item.isOpen && (
        <ActionIcon
          variant="subtle"
          className={classes.seen}
          aria-label={t('attention.seen', { name })}
          title={t('attention.seenShort')}
          onClick={onSeen}
        >
          <IconCheck size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      )}
    </Row>
  );
}

interface AttentionListProps {
  /** Of cameras in other states nothing is told; all by default. */
  states?: readonly CameraState[];
  /** What the page tells elsewhere. */
  without?: readonly AttentionItem['kind'][];
}

/** What needs somebody, the worst first: what, why, since when, where. What is over goes once it was seen; what lasts goes when it is mended. */
export function AttentionList({ states, without = [] }: AttentionListProps) {
  const { t } = useTranslation();
  const nowUtcMs = useKnownNow(10_000);
  const { data, error } = useAttention();
  const isCutOff = useCutOff() !== null;
  const markSeen = useMarkSeen();
  const isShown = (item: AttentionItem): boolean =>
    !without.includes(item.kind) &&
    (item.kind !== 'camera' || states === undefined || states.includes(item.status.state));
  const items = data?.items.filter(isShown) ?? [];
  const over = items.filter(({ isOpen }) => !isOpen);
  const rest = data === undefined ? 0 : data.total - data.items.length;
  return (
    <section className={classes.attention} aria-labelledby="attention-title">
      <Row align="center" justify="between" gap={8} className={classNames(notice.head, classes.head)}>
        <Row as="h2" align="center" gap={8} className={notice.title} id="attention-title">
          {t('attention.title')}{' '}
          {items.length + rest > 0 && <span className={notice.total}>{formatCount(items.length + rest)}</span>}
        </Row>
        {over.length > 1 && (
          <Button variant="subtle" size="compact-sm" onClick={() => markSeen(over)}>
            {t('attention.seenAll')}
          </Button>
        )}
      </Row>
      {error !== null && (
        <p className={classes.calm} role="alert">
          {t('attention.failed')} {t(`errors.${toApiError(error).code}`)}
        </p>
      )}
      {isCutOff && error === null && items.length + rest === 0 && (
        <p className={classes.calm}>{t('attention.cutOff')}</p>
      )}
      {data !== undefined && error === null && !isCutOff && items.length + rest === 0 && (
        <p className={classes.calm}>{t(`attention.${calmOf(data)}`, { count: data.waitingCount })}</p>
      )}
      <ul>
        {items.map((item) => (
          <AttentionRow key={item.key} item={item} nowUtcMs={nowUtcMs} onSeen={() => markSeen([item])} />
        ))}
      </ul>
      {data !== undefined && data.unknownCount > 0 && (
        <p className={classes.calm}>{t('attention.unknownLoad', { count: data.unknownCount })}</p>
      )}
      {rest > 0 && (
        <Link to="/location/list" className={classes.more}>
          {t('attention.more', { count: rest })}
        </Link>
      )}
    </section>
  );
}
