import { talkCalls } from '@sightline/contracts/talk/talk.api';
import type { TalkState } from '@sightline/contracts/talk/talk';
import { callQuery } from '../../platform/api/client.ts';

/** What a camera can do changes with its settings, not by the minute. Who talks is told as it changes. */
const knownMs = 300_000;

/** What could not be known, because the core or the server could not be asked, is asked for so often. */
const unknownMs = 60_000;

/** Asked again: whether somebody is still heard, whose end may not have been told, and what could not be known before. */
const askAgainMs = (state: TalkState | undefined): number | false => {
  if (state === undefined) return unknownMs;
  return state.talker !== null ? 10_000 : state.speaker === 'unknown' ? unknownMs : false;
};

/** Whether a camera has a speaker, and who is heard through it. */
export const talkStateOf = (cameraId: string) => ({
  ...callQuery(talkCalls.state, { params: { id: cameraId } }),
  retry: false,
  staleTime: knownMs,
  refetchInterval: ({ state }: { state: { data: TalkState | undefined } }) => askAgainMs(state.data),
});
