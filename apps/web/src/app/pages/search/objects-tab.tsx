import type { Event } from '@sightline/contracts/events/event';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { idsOf, type EventFilters } from '../../../features/events/search/filters/event-filters.ts';
import { FilterChips } from '../../../features/events/search/filters/filter-chips.tsx';
import { MissingModels } from '../../../features/events/search/filters/missing-models.tsx';
import { PlateField } from '../../../features/events/search/filters/plate-field.tsx';
import { Results } from '../../../features/events/search/results/results.tsx';
import { filterKeys, type SearchAddress } from '../../../features/events/search/search-address.ts';
import type { SearchControl } from '../../../features/events/search/search-control.ts';
import { rangeKey, searchRange } from '../../../features/events/search/search-range.ts';
import { SimilarResults } from '../../../features/events/search/results/similar-results.tsx';
import { useActiveFilters } from '../../../features/events/search/filters/use-active-filters.ts';
import { FromNow } from './from-now.tsx';
import classes from './search-page.module.css';

const EventDetail = lazy(async () => ({
  default: (await import('../../../features/events/detail/event-detail.tsx')).EventDetail,
}));
const EventPreview = lazy(async () => ({ default: (await import('./event-preview.tsx')).EventPreview }));
const EventStage = lazy(async () => ({ default: (await import('./event-stage.tsx')).EventStage }));

const renderPreview = (event: Event): ReactNode => (
  <Suspense>
    <EventPreview event={event} />
  </Suspense>
);

const renderStage = (event: Event): ReactNode => (
  <Suspense>
    <EventStage event={event} />
  </Suspense>
);

interface ObjectsTabProps {
  control: SearchControl;
  filters: EventFilters;
  timeZone: string;
}

const cleared: SearchAddress = Object.fromEntries(filterKeys.map((key) => [key, undefined]));

/** Results of a search, what they look like, and the facts of the one that is open. */
export function ObjectsTab({ control, filters, timeZone }: ObjectsTabProps) {
  const { address, change } = control;
  const active = useActiveFilters(filters, timeZone);
  const openId = idsOf(address.event)[0];
  const likeId = idsOf(address.like)[0];
  const close = useCloseEvent(openId, change);
  const clear = (): void => change(cleared);
  const by = address.by ?? 'appearance';
  const similar = (event: Event, wanted: 'appearance' | 'face'): void => {
    const where = {
      camera: address.camera,
      site: address.site,
      range: address.range,
      from: address.from,
      to: address.to,
    };
    change({
      ...cleared,
      ...where,
      class: event.class,
      like: event.id,
      by: wanted === 'face' ? 'face' : undefined,
      event: undefined,
    });
  };
  const above = (
    <>
      <PlateField filters={filters} onChange={change} />
      <FilterChips active={active} control={control} onClear={clear} />
    </>
  );
  return (
    <div className={classes.area}>
      <div className={classes.results} data-covered={openId !== undefined}>
        <FromNow key={rangeKey(filters, timeZone)}>
          {(nowUtcMs) =>
            likeId === undefined ? (
              <Results
                filters={filters}
                range={searchRange(filters, nowUtcMs, timeZone)}
                openId={openId}
                above={above}
                why={<MissingModels filters={filters} />}
                onClear={active.length === 0 ? undefined : clear}
                onUnsure={() => change({ sure: 'all' })}
                renderPreview={renderPreview}
              />
            ) : (
              <SimilarResults
                key={`${likeId} ${by}`}
                request={{ id: likeId, by }}
                filters={filters}
                range={searchRange(filters, nowUtcMs, timeZone)}
                openId={openId}
                above={<FilterChips active={active} control={control} onClear={clear} />}
                onBack={() => change({ like: undefined, by: undefined })}
                renderPreview={renderPreview}
              />
            )
          }
        </FromNow>
      </div>
      {openId !== undefined && (
        <div className={classes.detail}>
          <Suspense>
            <EventDetail id={openId} onClose={close} onSimilar={similar} renderStage={renderStage} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** Closes the facts: back when they were opened from here, so that "back" does not open them again. Escape does the same. */
function useCloseEvent(openId: string | undefined, change: SearchControl['change']): () => void {
  const router = useRouter();
  const before = useRef<string | undefined>(openId);
  const wasOpenedHere = useRef(false);
  useEffect(() => {
    if (openId !== undefined && before.current === undefined) wasOpenedHere.current = true;
    if (openId === undefined) {
      wasOpenedHere.current = false;
      if (before.current !== undefined)
        document.querySelector<HTMLElement>(`[data-event="${before.current}"]`)?.focus({ preventScroll: true });
    }
    before.current = openId;
  }, [openId]);
  const close = (): void => {
    if (wasOpenedHere.current) router.history.back();
    else change({ event: undefined }, { replace: true });
  };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || openId === undefined) return;
    if (document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"]') !== null) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return close;
}
