import type { PlayerRequest } from '@sightline/contracts/live/player-protocol';
import { liveCalls } from '@sightline/contracts/live/live.api';
import { once } from 'node:events';
import { TestBrowserPeer } from '../../apps/edge/testing/live/test-browser-peer.ts';
import { ReceivedMessages } from '../../apps/edge/testing/play/test-player.ts';
import type { System } from '../../e2e/fixtures/system.ts';

/** The player protocol as a browser speaks it, without a browser. */
export interface FootageClient {
  received: ReceivedMessages;
  say: (request: PlayerRequest) => void;
  close: () => void;
}

/** Offers until this stand-in for a browser takes the answer. */
async function connect(api: System['api'], cameraId: string): Promise<TestBrowserPeer> {
  const peer = new TestBrowserPeer();
  const answer = await api.call(liveCalls.offer, {
    params: { id: cameraId },
    body: { sdp: peer.offer(), stream: 'auto' },
  });
  return peer.answer(answer.sdp) ? peer : connect(api, cameraId);
}

/** Over the data channel of a peer connection. */
export async function directClient({ api }: System, cameraId: string): Promise<FootageClient> {
  const peer = await connect(api, cameraId);
  await peer.received.until(() => peer.channel.isOpen());
  peer.say({ type: 'track', requestId: 1, stream: 'none' });
  return { received: peer.received, say: (request) => peer.say(request), close: () => peer.close() };
}

/** Over a WebSocket through the server. */
export async function relayedClient({ api, url }: System, cameraId: string): Promise<FootageClient> {
  const ticket = await api.call(liveCalls.relay, { params: { id: cameraId }, body: {} });
  const socket = new WebSocket(new URL(ticket.url, url.replace('http', 'ws')));
  socket.binaryType = 'arraybuffer';
  const received = new ReceivedMessages();
  socket.addEventListener('message', ({ data }) =>
    typeof data === 'string' ? received.text(data) : received.binary(new Uint8Array(data as ArrayBuffer)),
  );
  await once(socket, 'open');
  return { received, say: (request) => socket.send(JSON.stringify(request)), close: () => socket.close() };
}

export interface FirstBytes {
  /** From the request to the first reply (which names codec and time line), ms. */
  replyMs: number;
  /** From the request to the complete fragment that starts with the keyframe, ms. */
  fragmentMs: number;
}

/** Asks for footage from an instant and stops as soon as the first fragment is here. */
export async function firstBytes(
  { received, say }: FootageClient,
  requestId: number,
  fromUtcMs: number,
): Promise<FirstBytes> {
  const askedMs = performance.now();
  say({
    type: 'footage',
    requestId,
    stream: 'main',
    fromUtcMs,
    toUtcMs: fromUtcMs + 20_000,
    keyframesOnly: false,
    transcode: false,
    windowBytes: 4_194_304,
  });
  await received.until(() =>
    received.replies.some((reply) => reply.type === 'segment' && reply.requestId === requestId),
  );
  const replyMs = performance.now() - askedMs;
  await received.until(() => received.items.some((item) => item.kind === 2 && item.requestId === requestId));
  const fragmentMs = performance.now() - askedMs;
  say({ type: 'cancel', requestId });
  received.items.length = 0;
  received.replies.length = 0;
  return { replyMs, fragmentMs };
}

/** Plays a stretch of time to its end; answers the causes of the gaps that the core named on the way. */
export async function playThrough(
  { received, say }: FootageClient,
  requestId: number,
  range: { fromUtcMs: number; toUtcMs: number },
): Promise<string[]> {
  const windowBytes = 16_777_216;
  say({ type: 'footage', requestId, stream: 'main', ...range, keyframesOnly: false, transcode: false, windowBytes });
  await received.until(() => received.replies.some(({ type }) => type === 'done' || type === 'failed'), 30_000);
  return received.replies.flatMap((reply) =>
    reply.type === 'gap' ? [reply.cause] : reply.type === 'failed' ? [`failed: ${reply.code}`] : [],
  );
}
