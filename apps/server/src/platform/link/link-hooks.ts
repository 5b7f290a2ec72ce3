import type { EventReport } from '@sightline/contracts/events/event';
import type { LinkFromEdge, LinkFromServer } from '@sightline/contracts/link/link';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { ChangeWork } from '../database/changes.ts';
import type { CorePlace, SyncedCore } from '../sync/synced-entity.ts';

/** A picture of an event as a core sends it. */
export type ThumbnailMessage = Extract<LinkFromEdge, { type: 'thumbnail' }>;

/** What became of a picture; `later`: its event has not come yet. */
export type ThumbnailOutcome = Extract<LinkFromServer, { type: 'thumbnailAck' }>['outcome'];

/** From which core a record came and when it arrived. */
export interface RecordOrigin extends CorePlace {
  receivedAt: Date;
  /** How far the clock of the core was ahead when it wrote the records, at least. */
  clockAheadMs?: number;
}

/** What one kind of record does; false when it speaks of something that this core does not have. */
export type RecordHandler<K extends EdgeRecordBody['kind']> = (
  work: ChangeWork,
  from: RecordOrigin,
  body: Extract<EdgeRecordBody, { kind: K }>,
) => Promise<boolean>;

/** What records need of the features that they speak of. */
export interface RecordHooks {
  streamStatus: RecordHandler<'streamStatus'>;
  cameraParts: RecordHandler<'cameraParts'>;
  gap: RecordHandler<'gap'>;
  exportState: RecordHandler<'exportState'>;
  softwareState: RecordHandler<'softwareState'>;
  /** Somebody watched without the server. */
  localView: RecordHandler<'localView'>;
  /** Makes room for events before the transaction in which they are kept. */
  prepareEvents: (from: RecordOrigin, reports: readonly EventReport[]) => Promise<void>;
  /** Keeps events, all of one message at once; answers for each why it was refused, or null. */
  events: (work: ChangeWork, from: RecordOrigin, reports: readonly EventReport[]) => Promise<(string | null)[]>;
  /** Notes pictures of events that will not come. */
  picturesLost: RecordHandler<'picturesLost'>;
  /** Follows what was said of cameras, once per message however many records spoke of them. */
  camerasReported: (work: ChangeWork, from: RecordOrigin, cameraIds: Iterable<string>) => Promise<void>;
}

/** What the link needs of the features; each hook is declared by one of them. */
export interface LinkHooks extends RecordHooks {
  thumbnail: (from: RecordOrigin, message: ThumbnailMessage) => Promise<ThumbnailOutcome>;
  /** A core said which kinds of entities it takes operations of; `before`: what it said the time before. */
  kindsAnnounced: (work: ChangeWork, core: SyncedCore, before: ReadonlySet<string>) => Promise<void>;
  /** The link of a core came or went. `isServers`: this server ended it, or found it ended when it started. */
  edgeLinkChanged: (work: ChangeWork, place: CorePlace, change: { at: Date; isServers: boolean }) => Promise<void>;
  /** Asks a core what it holds and puts right what differs. */
  compare: (place: CorePlace) => Promise<void>;
}

/** Every hook: a link that has not all of them would lose what cores say. */
export const linkHookNames = [
  'streamStatus',
  'cameraParts',
  'gap',
  'exportState',
  'softwareState',
  'localView',
  'prepareEvents',
  'events',
  'picturesLost',
  'camerasReported',
  'thumbnail',
  'kindsAnnounced',
  'edgeLinkChanged',
  'compare',
] as const satisfies (keyof LinkHooks)[];
