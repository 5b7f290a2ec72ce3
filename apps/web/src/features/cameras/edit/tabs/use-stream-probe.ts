import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { useState } from 'react';
import { call } from '../../../../platform/api/client.ts';
import type { StreamDraft } from '../camera-draft.ts';
import { begun, edited, failed, succeeded, untested, type StreamTestState } from './stream-test-state.ts';

interface LookDeps {
  cameraId: string;
  edgeId: string;
  stream: StreamDraft;
  account: { username: string; password: string };
}

/** Has the core look at one stream; what it found counts until something of it is edited. */
export const useStreamProbe = ({ cameraId, edgeId, stream, account }: LookDeps) => {
  const [state, setState] = useState<StreamTestState>(() => untested(stream.url));
  const look = async (): Promise<void> => {
    const { session } = begun(state, stream.url);
    setState((now) => begun(now, stream.url));
    const { transport, driver } = stream;
    try {
      const found = await call(camerasCalls.test, {
        body: { edgeId, url: stream.url.trim(), transport, driver, credentials: account, cameraId },
      });
      setState((now) => succeeded(now, session, found));
    } catch (failure) {
      setState((now) => failed(now, session, failure));
    }
  };
  return {
    state,
    look: () => void look(),
    reset: (connectionString: string) => setState((now) => edited(now, connectionString)),
  };
};
