import { youtubeLinksCalls } from '@sightline/contracts/youtube-links/youtube-links.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads the links again when one was made or deleted. */
export const startLive = (): (() => void) =>
  onEvent('youtube-links.changed', () => refreshSoon(callKey(youtubeLinksCalls.list)));
