import type { VectorKind } from '@sightline/contracts/events/event';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Scope } from '@sightline/domain/permissions/grant';
import type { Work } from '../../../platform/database/database.ts';
import type { EventFilter, EventSearch } from './event-filter.repository.ts';
import type { HiddenFrom } from '../marks/event-hiding.repository.ts';
import { camerasNotSearched, chooseCameras } from '../events.repository.ts';
import { findPlates } from './event-plates.repository.ts';

const dayMs = 86_400_000;
/** Searched when nothing is said about the time. */
const defaultMs = 3 * dayMs;
/** A core's clock may be ahead; what has just happened there is found all the same. */
const aheadMs = 2 * dayMs;
const longestSearchMs = 3_700 * dayMs;

/** Refuses a range that ends before it begins or is longer than allowed. */
export function requireRange(range: { fromUtcMs: number; toUtcMs: number }, longestMs: number): void {
  if (range.toUtcMs <= range.fromUtcMs || range.toUtcMs - range.fromUtcMs > longestMs)
    throw new AppError('search_range_invalid');
}

function rangeOf({ fromUtcMs, toUtcMs }: EventFilter, nowMs: number): { fromUtcMs: number; toUtcMs: number } {
  const range = { fromUtcMs: fromUtcMs ?? (toUtcMs ?? nowMs) - defaultMs, toUtcMs: toUtcMs ?? nowMs + aheadMs };
  requireRange(range, longestSearchMs);
  return { ...range, fromUtcMs: Math.max(0, range.fromUtcMs) };
}

/** Looks up what a search needs: the cameras that the caller may search, and the plates that match. */
export async function openSearch(
  trx: Work,
  place: { organizationId: string; scope: Scope; nowMs: number; hidden: HiddenFrom; by?: VectorKind },
  filter: EventFilter,
): Promise<EventSearch> {
  const { organizationId, scope, nowMs, hidden, by } = place;
  const range = rangeOf(filter, nowMs);
  const cameras = await chooseCameras(
    trx,
    {
      organizationId,
      scope,
      leftOut: await camerasNotSearched(trx, organizationId, by ?? (filter.uniformIds ? 'appearance' : undefined)),
    },
    filter,
  );
  const { plate, plateMatch } = filter;
  const plates =
    plate === undefined ? null : await findPlates(trx, organizationId, { wanted: plate, match: plateMatch });
  return { organizationId, cameras, ...range, filter, plates, hidden, by };
}
