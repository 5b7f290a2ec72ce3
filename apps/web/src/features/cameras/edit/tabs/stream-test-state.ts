import type { StreamTest } from '@sightline/contracts/cameras/camera';
import type { SpeakerState } from '@sightline/contracts/talk/talk';

/** What is known of one stream from looking at it. Answers of another `session` than the last begun are too late and do not count. */
export interface StreamTestState {
  connectionString: string;
  loading: boolean;
  /** Set when a look succeeded; reset by every change of what was looked at. */
  connected: boolean;
  width: number | null;
  height: number | null;
  session: number;
  snapshot: string | null;
  /** Whether the camera can be talked through; null before a look. */
  speaker: SpeakerState['speaker'] | null;
  failure: unknown;
}

export const untested = (connectionString: string): StreamTestState => ({
  connectionString,
  loading: false,
  connected: false,
  width: null,
  height: null,
  session: 0,
  snapshot: null,
  speaker: null,
  failure: null,
});

/** The address, or what is needed to reach it, was edited: whatever was found does not count any more. */
export const edited = (state: StreamTestState, connectionString: string): StreamTestState => ({
  ...untested(connectionString),
  session: state.session + 1,
});

export const begun = (state: StreamTestState, connectionString: string): StreamTestState => ({
  ...edited(state, connectionString),
  loading: true,
});

export const succeeded = (
  state: StreamTestState,
  session: number,
  { format, snapshot, speaker }: StreamTest,
): StreamTestState =>
  session === state.session
    ? {
        ...state,
        loading: false,
        connected: true,
        width: format.width,
        height: format.height,
        snapshot,
        speaker: speaker.speaker,
      }
    : state;

export const failed = (state: StreamTestState, session: number, failure: unknown): StreamTestState =>
  session === state.session ? { ...state, loading: false, failure } : state;
