import { privacySettings } from '@sightline/contracts/cameras/camera-settings';
import type { EventMark, ThumbnailKind } from '@sightline/contracts/events/event';
import { AppError } from '@sightline/contracts/shared/errors';
import { areasOf } from '@sightline/domain/cameras/uncovering';
import { isHiddenTrack } from '@sightline/domain/events/hidden-tracks';
import { readSight, showsNothingHidden } from '@sightline/domain/events/picture-sight';
import type { MemberOf } from '../../platform/auth/held-open.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import type { SignedRequest, UrlSigner } from '../../platform/signed-urls/signed-urls.ts';
import { hiddenFrom } from '../cameras/cameras.public.ts';
import { announceMarks } from './ingest/event-announcing.ts';
import { thumbnailBit, unpackPath } from './event-codes.ts';
import { dayOf } from './ingest/event-days.ts';
import { isHiddenEvent } from './marks/event-hiding.ts';
import { presentMark } from './marks/event-marks.presenter.ts';
import { longestOffsetMs, placeOf, possibleStarts, type ReportOrigin } from './event-rules.ts';
import { cameraOfEvent, isFaceWanted, markThumbnail } from './event-thumbnails.repository.ts';
import { camerasOfEdge, type ReportingCamera } from './ingest/event-writes.repository.ts';
import { maySeePictures } from './events.policy.ts';
import { thumbnailPath } from './events.presenter.ts';
import { findEvent } from './events.repository.ts';

const fewestBytes = 100;
const maxBytes = 96 * 1024;
const maxSidePx = 4096;

/** A picture of an event as a core sends it: JPEG as base64. */
export interface ThumbnailReport {
  eventId: string;
  cameraId: string;
  startedAtUtcMs: number;
  kind: ThumbnailKind;
  jpeg: string;
}

/** `later`: the event itself has not come yet. */
export type ThumbnailOutcome = 'kept' | 'later' | 'refused';

/** Folder of the pictures of a day, with one folder for each camera. */
export const thumbnailFolder = (organizationId: string, day?: string): string =>
  `o/${organizationId}/event${day === undefined ? '' : `/${day}`}`;

const blobKey = (
  organizationId: string,
  picture: { startedAtUtcMs: number; cameraId: string; eventId: string; kind: ThumbnailKind },
): string =>
  `${thumbnailFolder(organizationId, dayOf(picture.startedAtUtcMs))}/${picture.cameraId}/${picture.eventId}-${picture.kind}.jpg`;

/** Where pictures were kept that a core could not hide, before pictures said themselves what was hidden in them. */
const originalKey = (key: string): string => key.replace(/\.jpg$/, '.original.jpg');

/** Everywhere that a picture of an event may be kept. */
export const eventPictureKeys = (
  organizationId: string,
  { startedAt, cameraId, id, kind }: { startedAt: Date; cameraId: string; id: string; kind: ThumbnailKind },
): string[] => {
  const key = blobKey(organizationId, { startedAtUtcMs: startedAt.getTime(), cameraId, eventId: id, kind });
  return [key, originalKey(key)];
};

/** The bytes of a JPEG, or null when it is none or too large. */
export function readJpeg(text: string): Buffer | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  const isWhole = bytes.length >= fewestBytes && bytes.length <= maxBytes;
  return isWhole &&
    bytes.readUInt16BE(0) === 0xff_d8 &&
    bytes.readUInt16BE(bytes.length - 2) === 0xff_d9 &&
    hasSmallFrame(bytes)
    ? bytes
    : null;
}

/** True when the frame of a JPEG says a size that a browser can show without harm; a few bytes can claim gigabytes. */
function hasSmallFrame(bytes: Buffer): boolean {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame)
      return [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)].every((side) => side > 0 && side <= maxSidePx);
    // Anything but a segment before the frame is not how pictures of events are made.
    if (marker < 0xc4 || (marker >= 0xd0 && marker <= 0xda)) return false;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** What keeping pictures needs from the rest of the server. */
export interface ThumbnailIngestDeps {
  database: Database;
  blobs: Blobs;
  bus: Bus;
}

/** Keeps a picture of an event that this core has reported. */
export async function keepThumbnail(
  { database, blobs, bus }: ThumbnailIngestDeps,
  from: { organizationId: string; edgeId: string; receivedAt: Date },
  report: ThumbnailReport,
): Promise<ThumbnailOutcome> {
  const { organizationId } = from;
  const { eventId: id, cameraId, startedAtUtcMs, kind } = report;
  const bytes = readJpeg(report.jpeg);
  if (!bytes) return 'refused';
  const key = { startedAt: new Date(startedAtUtcMs), id };
  const place = await database.withOrganization(organizationId, async (trx) => {
    const camera = (await camerasOfEdge(trx, from, [cameraId]))[0];
    const isHere = camera !== undefined && isPossible(camera, from, startedAtUtcMs);
    if (!isHere) return null;
    const isWanted = kind !== 'face' || (await isFaceWanted(trx, organizationId, key));
    return { camera, isWanted, ofEvent: await cameraOfEvent(trx, organizationId, key) };
  });
  if (!place) return 'refused';
  if (place.ofEvent === undefined) return 'later';
  if (place.ofEvent.cameraId !== cameraId || !place.isWanted) return 'refused';
  await blobs.put(blobKey(organizationId, report), bytes);
  const marked = await database.withOrganization(organizationId, (trx) =>
    markThumbnail(trx, organizationId, { ...key, bit: thumbnailBit(kind) }),
  );
  const mark: EventMark[] = marked ? [presentMark(marked)] : [];
  const { locationId, privacy } = place.camera;
  const isHidden = isHiddenTrack(areasOf(privacySettings.parse(privacy ?? {})), unpackPath(place.ofEvent.path));
  announceMarks(bus, { organizationId, cameraId, locationId, isHidden }, mark);
  return 'kept';
}

/** Whether there may be such an event. A picture does not say by which clock its event was written: one that was ahead may be right by now. */
function isPossible(camera: ReportingCamera, from: ReportOrigin, startedAtUtcMs: number): boolean {
  const { fromUtcMs, toUtcMs } = possibleStarts(placeOf(camera, { ...from, clockAheadMs: longestOffsetMs }));
  return startedAtUtcMs >= fromUtcMs && startedAtUtcMs <= toUtcMs;
}

/** What showing pictures needs from the rest of the server. */
export interface ThumbnailDeps {
  database: Database;
  blobs: Blobs;
  signer: UrlSigner;
  clock: Clock;
  memberOf: MemberOf;
}

/** A picture for whom its address was signed, as long as the right lasts. */
export async function readThumbnail(
  deps: ThumbnailDeps,
  picture: { id: string; kind: ThumbnailKind },
  { query, address }: SignedRequest,
): Promise<Uint8Array> {
  const signedFor = deps.signer.verify(thumbnailPath(picture.id, picture.kind), query, deps.clock());
  const actor = signedFor && (await deps.memberOf({ ...signedFor, address }));
  if (!actor) throw new AppError('not_found');
  const { organizationId } = actor;
  const { event, hidden } = await deps.database.withOrganization(organizationId, async (trx) => {
    const found = await findEvent(trx, organizationId, picture.id);
    return { event: found, hidden: await hiddenFrom(trx, actor, found ? [found.cameraId] : []) };
  });
  if (!event || !maySeePictures(actor, event.entityPath) || isHiddenEvent(hidden, event))
    throw new AppError('not_found');
  const { startedAt, cameraId, id: eventId } = event;
  const key = blobKey(organizationId, { startedAtUtcMs: startedAt.getTime(), cameraId, eventId, kind: picture.kind });
  const bytes = (await deps.blobs.read(key)) ?? (await deps.blobs.read(originalKey(key)));
  if (!bytes) throw new AppError('not_found');
  const privacy = hidden.get(cameraId);
  if (privacy && !showsNothingHidden(readSight(bytes), privacy)) throw new AppError('privacy_picture_before');
  return bytes;
}

/** The picture of an event as it may leave the house: null where there is none yet, and where it shows what the camera hides. */
export async function pictureForOutside(
  trx: Work,
  blobs: Blobs,
  { organizationId, eventId }: { organizationId: string; eventId: string },
): Promise<Uint8Array | null> {
  const event = await findEvent(trx, organizationId, eventId);
  if (!event) return null;
  const hidden = await hiddenFrom(trx, { organizationId, grants: [] }, [event.cameraId]);
  if (isHiddenEvent(hidden, event)) return null;
  const { startedAt, cameraId } = event;
  const bytes = await blobs.read(
    blobKey(organizationId, { startedAtUtcMs: startedAt.getTime(), cameraId, eventId, kind: 'object' }),
  );
  const privacy = hidden.get(cameraId);
  return bytes && privacy && !showsNothingHidden(readSight(bytes), privacy) ? null : bytes;
}
