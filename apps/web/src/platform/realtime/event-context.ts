import type { RealtimeServerMessage } from '@sightline/contracts/realtime/realtime';
import type { EventContext } from './event-bus.ts';

type EventMessage = Extract<RealtimeServerMessage, { type: 'event' }>;

/** Who looks at this screen. */
export interface Viewer {
  sessionId: string | null;
  userId: string | null;
}

/**
 * Judges whose change an event tells of. One's own changes, from any tab or browser, update what is shown and say nothing; failures
 * are told to their author only, so an event of level ERROR says nothing either.
 */
export const contextOf = (
  { actorSessionId, actorUserId, level, showToast }: Omit<EventMessage, 'type' | 'sequence' | 'event'>,
  viewer: Viewer,
): EventContext => {
  const isOwn =
    (actorSessionId !== null && actorSessionId === viewer.sessionId) ||
    (actorUserId !== null && actorUserId === viewer.userId);
  const isOfSomebody = actorSessionId !== null || actorUserId !== null;
  return { isOwn, mayToast: isOfSomebody && !isOwn && level !== 'ERROR' && showToast };
};
