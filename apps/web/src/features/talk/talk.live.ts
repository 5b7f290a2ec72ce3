import { talkCalls } from '@sightline/contracts/talk/talk.api';
import type { TalkState } from '@sightline/contracts/talk/talk';
import { callKey } from '../../platform/api/client.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Keeps true who is heard. */
export const startLive = (): (() => void) =>
  onEvent('talk.changed', ({ cameraId, talker }) => {
    queryClient.setQueryData<TalkState>(
      callKey(talkCalls.state, { params: { id: cameraId } }),
      (known) => known && { ...known, talker },
    );
  });
