import { queryClient } from '../../platform/api/query-client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';
import { forgetSession } from '../../platform/session/session-renewal.ts';

/** A session that was ended elsewhere ends here at once. */
export const startSessionsLive = (): (() => void) =>
  onEvent('sessions.ended', () => {
    forgetSession();
    queryClient.clear();
  });
