import type { Event } from '@sightline/contracts/events/event';
import { Button } from '@mantine/core';
import { useEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { EventRow } from './event-row.tsx';
import { leadMs } from './lane/lane-hit.ts';
import { currentMark } from './lane/merge-marks.ts';
import classes from './events-panel.module.css';

interface EventsListProps {
  place: RefObject<HTMLDivElement | null>;
  /** Undefined until they were read. */
  events: Event[] | undefined;
  failure: unknown;
  atMs: number;
  isLive: boolean;
  timeZone: string;
  isFiltered: boolean;
  newCount: number;
  onNew: () => void;
  onMore: (() => void) | undefined;
  isLoadingMore: boolean;
  onRetry: () => void;
  onPlay: (utcMs: number) => void;
}

/** The rows of the panel, or why there are none. */
export function EventsList({ place, ...props }: EventsListProps) {
  const { t } = useTranslation();
  const { events, atMs, isLive } = props;
  const current = currentMark(events ?? [], atMs, isLive ? 0 : leadMs)?.id;
  const isHeld = useRef(false);
  useEffect(() => {
    if (isLive || isHeld.current || current === undefined) return;
    // Only the list scrolls: on phones the page would jump away from the picture.
    const row = place.current?.querySelector<HTMLElement>(`[data-event="${current}"]`);
    const box = place.current;
    if (!row || !box || box.scrollHeight <= box.clientHeight) return;
    if (row.offsetTop < box.scrollTop || row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTo({ top: row.offsetTop - 72 });
  }, [current, isLive, place]);
  const hold = (held: boolean) => (): void => {
    isHeld.current = held;
  };
  return (
    <div ref={place} className={classes.list} onPointerEnter={hold(true)} onPointerLeave={hold(false)}>
      {props.newCount > 0 && (
        <button type="button" className={classes.fresh} onClick={props.onNew}>
          {t('events.timeline.new', { count: props.newCount, shown: formatCount(props.newCount) })}
        </button>
      )}
      {events === undefined &&
        (props.failure === null ? <LoadingRows /> : <ListFailure failure={props.failure} onRetry={props.onRetry} />)}
      {events?.length === 0 && (
        <p className={classes.words}>
          <b>{t(props.isFiltered ? 'events.timeline.noneOfThese' : 'events.timeline.none')}</b>
          <span>{t(props.isFiltered ? 'events.timeline.noneOfTheseHint' : 'events.timeline.noneHint')}</span>
        </p>
      )}
      {events !== undefined && events.length > 0 && (
        <ul className={classes.rows}>
          {events.map((event) => (
            <EventRow
              key={event.id}
              event={event}
              isCurrent={event.id === current}
              nowMs={atMs}
              isLive={isLive}
              timeZone={props.timeZone}
              onPlay={props.onPlay}
            />
          ))}
        </ul>
      )}
      {events !== undefined && props.failure !== null && (
        <ListFailure failure={props.failure} onRetry={props.onMore ?? props.onRetry} />
      )}
      {props.onMore && (
        <Button variant="subtle" color="gray" fullWidth loading={props.isLoadingMore} onClick={props.onMore}>
          {t('events.timeline.more')}
        </Button>
      )}
    </div>
  );
}

function ListFailure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const { code } = toApiError(failure);
  const isForbidden = code === 'forbidden';
  return (
    <div className={classes.words} role={isForbidden ? undefined : 'alert'}>
      <b>{t(isForbidden ? 'events.timeline.forbidden' : 'events.timeline.failed')}</b>
      <span>{isForbidden ? t('events.timeline.forbiddenHint') : t(`errors.${code}`)}</span>
      {!isForbidden && (
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {t('common.actions.retry')}
        </Button>
      )}
    </div>
  );
}
