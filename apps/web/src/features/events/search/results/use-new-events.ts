import type { Event, EventMark } from '@sightline/contracts/events/event';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import type { Page } from '@sightline/contracts/shared/paging';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../../../platform/api/client.ts';
import { toApiError } from '../../../../platform/api/api-error.ts';
import { onEvent } from '../../../../platform/realtime/event-bus.ts';
import { eventPages, listQuery } from '../../event-queries.ts';
import type { EventFilters } from '../filters/event-filters.ts';
import { freshOf, repictured, withMarks, withNewest, type EventPages } from './new-events.ts';
import type { SearchRange } from '../search-range.ts';

const firstMs = 100;
const betweenMs = 1500;

/** Whether a mark may belong to the results; plates, colours and the like are known only when it is read. */
const mayMatch = (mark: EventMark, filters: EventFilters): boolean =>
  (filters.classes.length === 0 || filters.classes.includes(mark.class)) &&
  (filters.severities.length === 0 || filters.severities.includes(mark.severity));

interface Request {
  filters: EventFilters;
  range: SearchRange;
  /** False while nobody looks at the place where new events would appear, so that they can appear at once. */
  isBusy: () => boolean;
}

/** Hears of new events: known ones change in place, new ones wait to be let in, or come by themselves while nobody is at the list. */
export function useNewEvents({ filters, range, isBusy }: Request): { count: number; letIn: () => void } {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<Page<Event> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const askedAt = useRef(-betweenMs);
  const otherPictures = useRef(new Set<string>());
  const { queryKey } = eventPages(filters, range);
  const change = (update: (shown: EventPages) => EventPages): void => {
    client.setQueryData<EventPages>(queryKey, (shown) => (shown ? update(shown) : shown));
  };
  const letIn = (newest: Page<Event> | null): void => {
    if (newest) change((shown) => withNewest(shown, newest, otherPictures.current));
    otherPictures.current = new Set();
    setWaiting(null);
  };
  const look = useEffectEvent(async (): Promise<void> => {
    timer.current = null;
    askedAt.current = performance.now();
    const asked = JSON.stringify(queryKey);
    const newest = await call(eventsCalls.list, { query: listQuery(filters, range) }).catch(toApiError);
    // The next event asks again; meanwhile the filters may have become others.
    if (newest instanceof Error || asked !== JSON.stringify(queryKey)) return;
    const shown = client.getQueryData<EventPages>(queryKey);
    if (!shown) return;
    if (freshOf(shown, newest).length === 0 || !isBusy()) letIn(newest);
    else setWaiting(newest);
  });
  const hear = useEffectEvent((cameraId: string, marks: readonly EventMark[]): void => {
    if (filters.cameraIds.length > 0 && !filters.cameraIds.includes(cameraId)) return;
    const matching = marks.filter((mark) => mayMatch(mark, filters));
    if (matching.length === 0) return;
    change((shown) => {
      for (const id of repictured(shown, matching)) otherPictures.current.add(id);
      return withMarks(shown, matching);
    });
    timer.current ??= setTimeout(() => void look(), Math.max(firstMs, askedAt.current + betweenMs - performance.now()));
  });
  useEffect(() => onEvent('events.revised', ({ cameraId, events }) => hear(cameraId, events)), []);
  const name = JSON.stringify(queryKey);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
      timer.current = null;
      setWaiting(null);
    },
    [name],
  );
  const shown = client.getQueryData<EventPages>(queryKey);
  return { count: waiting && shown ? freshOf(shown, waiting).length : 0, letIn: () => letIn(waiting) };
}
