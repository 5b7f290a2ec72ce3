import type { Event, EventClass } from '@sightline/contracts/events/event';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { startOfDay } from '@sightline/domain/time/zone-time';
import { eventPages } from '../event-queries.ts';
import { readFilters } from '../search/filters/event-filters.ts';
import type { SearchRange } from '../search/search-range.ts';
import { useNewEvents } from '../search/results/use-new-events.ts';
import { ClassChips } from './class-chips.tsx';
import { EventsList } from './events-list.tsx';
import { eventsInView } from './events-in-view.ts';
import { usePanelInstant, usePanelView } from './use-panel-instant.ts';
import classes from './events-panel.module.css';

/** Pages that are read by themselves; a busier day is read on by hand. */
const maxPages = 12;

interface EventsPanelProps {
  cameraId: string;
  timeZone: string;
  chosen: readonly EventClass[];
  onToggle: (kind: EventClass) => void;
  positionMs: () => number;
  /** What the timeline shows; null until it does. */
  viewOf: () => { fromMs: number; toMs: number } | null;
  nowMs: () => number;
  isLive: boolean;
  onPlay: (utcMs: number) => void;
  onPrevious: () => void;
  onNext: () => void;
  /** How the analysis of this camera goes, when that is worth a line. */
  notice: ReactNode;
  /** More events are in view than the timeline draws. */
  isCrowded: boolean;
}

/** The site's day that holds an instant; today stays open, so that what happens now is in it. */
const dayRange = (dayStartMs: number, timeZone: string, nowMs: number): SearchRange => {
  const toUtcMs = startOfDay(dayStartMs, timeZone, 1);
  return { fromUtcMs: dayStartMs, toUtcMs: toUtcMs > nowMs ? undefined : toUtcMs };
};

/** Events of the day on screen beside the picture, newest first; the one on screen is pointed out. */
export function EventsPanel(props: EventsPanelProps) {
  const { t } = useTranslation();
  const { cameraId, timeZone, chosen, nowMs } = props;
  const list = useRef<HTMLDivElement>(null);
  const { dayStartMs, atMs } = usePanelInstant(props.positionMs, timeZone);
  const [isNarrowed, setNarrowed] = useState(false);
  const view = usePanelView(props.viewOf, isNarrowed);
  const filters = { ...readFilters({}), cameraIds: [cameraId], classes: [...chosen], isSure: false };
  const range = dayRange(dayStartMs, timeZone, nowMs());
  const events = useInfiniteQuery({ ...eventPages(filters, range), retry: false });
  const { count, letIn } = useNewEvents({ filters, range, isBusy: () => (list.current?.scrollTop ?? 0) > 8 });
  const isToday = range.toUtcMs === undefined;
  const oldest = events.data?.pages.at(-1)?.items.at(-1);
  const { hasNextPage, isFetching, error, fetchNextPage } = events;
  const isFarther =
    oldest !== undefined &&
    oldest.startedAtUtcMs > Math.min(atMs, view?.fromMs ?? atMs) &&
    (events.data?.pages.length ?? 0) < maxPages;
  // What plays is pointed out in the list, so the list has to reach back that far.
  useEffect(() => {
    if ((!props.isLive || view !== null) && isFarther && hasNextPage && !isFetching && error === null)
      void fetchNextPage();
  }, [props.isLive, view, isFarther, hasNextPage, isFetching, error, fetchNextPage]);
  const read: Event[] | undefined = events.data?.pages.flatMap((page) => page.items);
  const items = read && eventsInView(read, view);
  return (
    <aside className={classes.panel} aria-label={t('events.timeline.title')} data-testid="events-panel">
      <div className={classes.head}>
        <h2>
          {t('events.timeline.title')}{' '}
          <span className={classes.day}>
            {isToday ? t('events.timeline.today') : formatTime(dayStartMs, timeZone, 'day')}
          </span>
        </h2>
        <div dir="ltr" className={classes.steps} role="group" aria-label={t('events.timeline.steps')}>
          <Step label={t('events.timeline.previous')} hint="[" onAct={props.onPrevious}>
            <IconPlayerSkipBack size={16} stroke={1.6} aria-hidden />
          </Step>
          <Step label={t('events.timeline.next')} hint="]" onAct={props.onNext}>
            <IconPlayerSkipForward size={16} stroke={1.6} aria-hidden />
          </Step>
        </div>
      </div>
      <ClassChips
        chosen={chosen}
        onToggle={props.onToggle}
        isNarrowed={isNarrowed}
        onNarrow={() => setNarrowed(!isNarrowed)}
      />
      {props.notice}
      {props.isCrowded && <p className={classes.crowded}>{t('events.timeline.crowded')}</p>}
      <EventsList
        place={list}
        events={items}
        failure={events.error}
        atMs={atMs}
        isLive={props.isLive}
        timeZone={timeZone}
        isFiltered={chosen.length > 0 || view !== null}
        newCount={count}
        onNew={letIn}
        onMore={events.hasNextPage ? () => void events.fetchNextPage() : undefined}
        isLoadingMore={events.isFetchingNextPage}
        onRetry={() => void events.refetch()}
        onPlay={props.onPlay}
      />
    </aside>
  );
}

function Step({
  label,
  hint,
  onAct,
  children,
}: {
  label: string;
  hint: string;
  onAct: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip label={`${label} · ${hint}`}>
      <ActionIcon size={28} aria-label={label} onClick={onAct}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
