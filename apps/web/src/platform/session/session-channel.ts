import type { Session } from '@sightline/contracts/sessions/session';
import type { Farewell } from './farewell.ts';

/** What tabs of one browser tell each other: a newer token, another person or organization, the end, a new version. */
export type SessionMessage =
  | { type: 'renewed'; session: Session }
  | { type: 'entered'; session: Session }
  /** Somebody is about to sign out; what comes after it need not know why. */
  | { type: 'leaving'; farewell: Farewell | null }
  | { type: 'ended'; farewell: Farewell | null }
  | { type: 'reload' };

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sightline-session');

/** Tells the other tabs; the channel never leaves this browser and this origin. */
export const shareSession = (message: SessionMessage): void => channel?.postMessage(message);

/** Hears the other tabs, until the returned function is called. */
export const onSharedSession = (handler: (message: SessionMessage) => void): (() => void) => {
  const hear = (event: MessageEvent<SessionMessage>): void => handler(event.data);
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
};
