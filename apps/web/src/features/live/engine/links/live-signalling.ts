import { liveCalls } from '@sightline/contracts/live/live.api';
import type { CoreCandidate, Lease } from '@sightline/contracts/live/live';
import { call } from '../../../../platform/api/client.ts';
import type { PeerPath } from './candidate-pair.ts';
import { viewClosed, viewOpened } from '../open-views.ts';
import { hasTurn, rememberIceServers } from './warm-peer.ts';

/** A view that the core answered: its lease, and the core's end of the connection. */
export interface OpenedView extends Lease {
  sdp: string;
  /** Its picture may go through a TURN server. */
  mayTurn: boolean;
}

/** What a browser offers to see. */
export interface Offered {
  cameraId: string;
  sdp: string;
  /** The stream that is sent as soon as it can be: another one than is wanted would only come to be exchanged for it. */
  stream: 'auto' | 'main' | 'sub';
  originals: boolean;
}

/** How this browser and the core find each other and keep a view open. Throws {@link ApiError} where it is refused or nobody answers. */
export interface LiveSignalling {
  offer(ask: Offered): Promise<OpenedView>;
  /** Tells a candidate, or with an empty one none. Answers those that the core found since its answer. */
  candidate(leaseId: string, candidate: { candidate: string; mid: string }): Promise<readonly CoreCandidate[]>;
  /** Says by which way the picture comes, where somebody keeps that. */
  setSession?(leaseId: string, path: PeerPath): Promise<unknown>;
  renew(leaseId: string): Promise<unknown>;
  close(leaseId: string): Promise<unknown>;
}

/** The usual way: the server asks the rights and passes everything on. */
export const serverSignalling: LiveSignalling = {
  offer: async ({ cameraId, ...body }) => {
    const answer = await call(liveCalls.offer, { params: { id: cameraId }, body });
    viewOpened(answer.leaseId);
    rememberIceServers(answer.iceServers);
    return { ...answer, mayTurn: hasTurn(answer.iceServers) };
  },
  candidate: async (leaseId, body) => (await call(liveCalls.candidate, { params: { leaseId }, body })).candidates,
  setSession: (leaseId, transport) => call(liveCalls.setSession, { params: { leaseId }, body: { transport } }),
  renew: (leaseId) => call(liveCalls.renew, { params: { leaseId }, body: {} }),
  close: (leaseId) => {
    viewClosed(leaseId);
    return call(liveCalls.close, { params: { leaseId } });
  },
};
