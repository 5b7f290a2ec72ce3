import { realtimeEvent, type RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { Permission } from '@sightline/contracts/shared/permissions';

export type RealtimeKind = RealtimeEvent['kind'];
type EventOf<K extends RealtimeKind> = Extract<RealtimeEvent, { kind: K }>;

/** Who hears of one kind of event, and how screens speak of it. */
export interface HeardEvent<E> {
  /** What one must be allowed to see at the place of the event: any of these; null: every member of the organization. */
  rights: readonly Permission[] | null;
  /** What one must hold beside that, where the right to see the place is not enough. */
  alsoHolds?: Permission;
  /** People to whom alone it is told; null or absent: it is not for named people. */
  people?: (event: E) => readonly string[] | null;
  /** Of what a camera hides: who hears it must also see originals there. */
  needsOriginals?: (event: E) => boolean;
  /** News of one's own standing: those who just lost every right hear it too. */
  isOwnStanding?: boolean;
  /** It changes in passing, or is shown where one looks anyway: no toast. */
  isQuiet?: boolean;
  /** A step on the way, of which nobody is told by a toast. */
  isUnderWay?: (event: E) => boolean;
  /** It tells of a failure. */
  hasFailed?: (event: E) => boolean;
}

/** What is declared of every kind of event. */
export type HeardEvents = { [K in RealtimeKind]: HeardEvent<EventOf<K>> };

/** What was declared of the kind of this event. */
export const heardAs = (declared: HeardEvents, event: RealtimeEvent): HeardEvent<RealtimeEvent> =>
  declared[event.kind] as HeardEvent<RealtimeEvent>;

/** Every kind of event that the contract knows. */
export const realtimeKinds: readonly RealtimeKind[] = realtimeEvent.options.map(({ shape }) => shape.kind.value);

/** Rights by which anything is heard. */
export const hearingRightsOf = (declared: HeardEvents): readonly Permission[] => [
  ...new Set(Object.values(declared).flatMap(({ rights }) => rights ?? [])),
];
