import type { Session } from '@sightline/contracts/sessions/session';

/** What tabs of one browser tell each other. */
export type SessionMessage = { type: 'renewed'; session: Session } | { type: 'ended' };

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sightline-session');

/** Tells the other tabs; the channel never leaves this browser and this origin. */
export const shareSession = (message: SessionMessage): void => channel?.postMessage(message);

/** Hears the other tabs. */
export const onSharedSession = (handler: (message: SessionMessage) => void): void => {
  channel?.addEventListener('message', (event: MessageEvent<SessionMessage>) => handler(event.data));
};
