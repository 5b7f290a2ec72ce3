import type { EventReport } from '@sightline/contracts/events/event';
import type { Blobs } from '../../../platform/blobs/blobs.ts';
import type { Work } from '../../../platform/database/database.ts';
import { eventPictureKeys } from '../event-thumbnails.service.ts';
import type { EventKey } from '../event-rows.repository.ts';
import { eraseFacesOf, facedEvents, facesAt, type FacedEvent } from './event-faces.repository.ts';

/** What is kept of faces with events, for whoever has to forget them. */
export const eventFaces = { ofCamera: facedEvents, at: facesAt };

export type { FacedEvent };

/** Erases the pictures of the faces of these events, then everything else that is kept of their faces: what fails is tried again whole. */
export async function eraseEventFaces(
  { blobs }: { blobs: Blobs },
  trx: Work,
  { organizationId, events }: { organizationId: string; events: readonly FacedEvent[] },
): Promise<{ vectors: number; pictures: number }> {
  let pictures = 0;
  for (const event of events) {
    for (const key of eventPictureKeys(organizationId, { ...event, kind: 'face' }))
      if ((await blobs.stat(key)) !== null) {
        await blobs.remove(key);
        pictures += 1;
      }
  }
  return { vectors: await eraseFacesOf(trx, organizationId, events), pictures };
}

/** What a core says of faces that are not to be kept is dropped from the events that were just kept. */
export const dropReportedFaces = (
  trx: Work,
  organizationId: string,
  reports: readonly EventReport[],
): Promise<number> =>
  eraseFacesOf(
    trx,
    organizationId,
    reports.map(({ eventId, startedAtUtcMs }): EventKey => ({ id: eventId, startedAt: new Date(startedAtUtcMs) })),
  );
