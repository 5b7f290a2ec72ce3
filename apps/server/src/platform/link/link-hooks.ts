import type { EventReport } from '@sightline/contracts/events/event';
import type { LinkFromEdge, LinkFromServer } from '@sightline/contracts/link/link';
import { edgeRecordBody, type EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { ChangeWork } from '../database/changes.ts';
import type { EdgeKey, SyncedCore } from '../sync/synced-entity.ts';

/** A picture of an event as a core sends it. */
export type ThumbnailMessage = Extract<LinkFromEdge, { type: 'thumbnail' }>;

/** What became of a picture; `later`: its event has not come yet. */
export type ThumbnailOutcome = Extract<LinkFromServer, { type: 'thumbnailAck' }>['outcome'];

/** From which core a record came and when it arrived. */
export interface RecordOrigin extends EdgeKey {
  receivedAt: Date;
  /** How far the clock of the core was ahead when it wrote the records, at least. */
  clockAheadMs?: number;
}

/** Kinds of records that a feature makes something of one by one. Notices are the link's own; events and alerts come all at once. */
export type HandledKind = Exclude<EdgeRecordBody['kind'], 'coreNotice' | 'event' | 'alertChange'>;

/** What a core says of one of its alerts. */
export type AlertChangeBody = Extract<EdgeRecordBody, { kind: 'alertChange' }>;

/** What each of them says. */
export type HandledBodies = { [K in HandledKind]: Extract<EdgeRecordBody, { kind: K }> };

/** What one kind of record does; false when it speaks of something that this core does not have. */
export type RecordHandler<K extends HandledKind> = (
  work: ChangeWork,
  from: RecordOrigin,
  body: HandledBodies[K],
) => Promise<boolean>;

/** By kind of record, who makes something of it. */
export type RecordHandlers = { [K in HandledKind]: RecordHandler<K> };

/** What records need of the features that they speak of: a handler for each kind of the contract, and what is done for many at once. */
export interface RecordHooks extends RecordHandlers {
  /** Makes room for events before the transaction in which they are kept. */
  prepareEvents: (from: RecordOrigin, reports: readonly EventReport[]) => Promise<void>;
  /** Keeps events, all of one message at once; answers for each why it was refused, or null. */
  events: (work: ChangeWork, from: RecordOrigin, reports: readonly EventReport[]) => Promise<(string | null)[]>;
  /** Keeps what is said of alerts, all of one message at once and in its order; false for each that is not this core's. */
  alertChanges: (work: ChangeWork, from: RecordOrigin, said: readonly AlertChangeBody[]) => Promise<boolean[]>;
  /** Follows what was said of cameras, once per message however many records spoke of them. */
  camerasReported: (work: ChangeWork, from: RecordOrigin, cameraIds: Iterable<string>) => Promise<void>;
}

/** What the link needs of the features; each hook is declared by one of them. */
export interface LinkHooks extends RecordHooks {
  thumbnail: (from: RecordOrigin, message: ThumbnailMessage) => Promise<ThumbnailOutcome>;
  /** A core said which kinds of entities it takes operations of; `before`: what it said the time before. */
  kindsAnnounced: (work: ChangeWork, core: SyncedCore, before: ReadonlySet<string>) => Promise<void>;
  /** The link of a core came or went. `isServers`: this server ended it, or found it ended when it started. */
  edgeLinkChanged: (work: ChangeWork, place: EdgeKey, change: { at: Date; isServers: boolean }) => Promise<void>;
  /** Asks a core what it holds and puts right what differs. */
  compare: (place: EdgeKey) => Promise<void>;
}

const isHandled = (kind: EdgeRecordBody['kind']): kind is HandledKind =>
  kind !== 'coreNotice' && kind !== 'event' && kind !== 'alertChange';

/** Every hook: a link that has not all of them would lose what cores say. */
export const linkHookNames: readonly (keyof LinkHooks)[] = [
  ...edgeRecordBody.options.map(({ shape }) => shape.kind.value).filter(isHandled),
  'prepareEvents',
  'events',
  'alertChanges',
  'camerasReported',
  'thumbnail',
  'kindsAnnounced',
  'edgeLinkChanged',
  'compare',
];
