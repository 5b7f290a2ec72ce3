import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';

export type EventKind = RealtimeEvent['kind'];

export type EventOf<K extends EventKind> = Extract<RealtimeEvent, { kind: K }>;

/** What a handler learns beside the event. */
export interface EventContext {
  /** This session caused it: its screen knows already, so no toast. */
  isOwn: boolean;
  /** Whether the screen may say it in a toast: somebody else's change, no failure, and not meant to be quiet. */
  mayToast: boolean;
}

type Handler = (event: RealtimeEvent, context: EventContext) => void;

const handlers = new Map<EventKind, Set<Handler>>();

/** Hears events of one kind until the returned function is called. Each feature hears its own kinds. */
export const onEvent = <K extends EventKind>(
  kind: K,
  handler: (event: EventOf<K>, context: EventContext) => void,
): (() => void) => {
  const set = handlers.get(kind) ?? new Set<Handler>();
  handlers.set(kind, set);
  const own: Handler = (event, context) => handler(event as EventOf<K>, context);
  set.add(own);
  return () => set.delete(own);
};

/** Hands one event to those who hear its kind. */
export const deliverEvent = (event: RealtimeEvent, context: EventContext): void => {
  for (const handler of handlers.get(event.kind) ?? []) handler(event, context);
};
