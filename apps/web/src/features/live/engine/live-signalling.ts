import { liveCalls } from '@sightline/contracts/live/live.api';
import type { Lease } from '@sightline/contracts/live/live';
import { call } from '../../../platform/api/client.ts';
import { rememberIceServers } from './warm-peer.ts';

/** A view that the core answered: its lease, and the core's end of the connection. */
export interface OpenedView extends Lease {
  sdp: string;
}

/** How this browser and the core find each other and keep a view open. Throws {@link ApiError} where it is refused or nobody answers. */
export interface LiveSignalling {
  offer(ask: { cameraId: string; sdp: string; originals: boolean }): Promise<OpenedView>;
  candidate(leaseId: string, candidate: { candidate: string; mid: string }): Promise<unknown>;
  renew(leaseId: string): Promise<unknown>;
  close(leaseId: string): Promise<unknown>;
}

/** The usual way: the server asks the rights and passes everything on. */
export const serverSignalling: LiveSignalling = {
  offer: async ({ cameraId, sdp, originals }) => {
    const answer = await call(liveCalls.offer, { params: { id: cameraId }, body: { sdp, stream: 'auto', originals } });
    rememberIceServers(answer.iceServers);
    return answer;
  },
  candidate: (leaseId, body) => call(liveCalls.candidate, { params: { leaseId }, body }),
  renew: (leaseId) => call(liveCalls.renew, { params: { leaseId }, body: {} }),
  close: (leaseId) => call(liveCalls.close, { params: { leaseId } }),
};
