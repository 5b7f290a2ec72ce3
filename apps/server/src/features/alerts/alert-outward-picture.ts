import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Work } from '../../platform/database/database.ts';
import { pictureForOutside } from '../events/events.public.ts';
import { needsOriginals } from './alert-hiding.repository.ts';
import { findAlert } from './alerts.repository.ts';

/** `later`: there will be one, but its core has not sent it yet. */
export type AlertPicture = Uint8Array | 'later' | null;

/** The picture of what an alert is about, where it may leave the house. */
export async function pictureOfAlert(
  trx: Work,
  blobs: Blobs,
  { organizationId, alertId }: { organizationId: string; alertId: string },
): Promise<AlertPicture> {
  const eventId = (await findAlert(trx, organizationId, { id: alertId }))?.eventIds[0];
  if (eventId === undefined || (await needsOriginals(trx, organizationId, alertId))) return null;
  return (await pictureForOutside(trx, blobs, { organizationId, eventId })) ?? 'later';
}
