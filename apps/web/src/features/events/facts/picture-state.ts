import type { Event } from '@sightline/contracts/events/event';

/** A picture follows its event within seconds; after that none is expected. */
const pictureWithinMs = 60_000;

/** Whether the picture of an event is there, on its way, lost by its core, or was never heard of. `nowUtcMs` by the server's clock. */
export function pictureState(
  { thumbnails, lostThumbnails, receivedAtUtcMs }: Pick<Event, 'thumbnails' | 'lostThumbnails' | 'receivedAtUtcMs'>,
  nowUtcMs: number,
): 'there' | 'coming' | 'lost' | 'none' {
  if (thumbnails.object !== null) return 'there';
  if (lostThumbnails.includes('object')) return 'lost';
  return nowUtcMs - receivedAtUtcMs < pictureWithinMs ? 'coming' : 'none';
}
