import { liveCalls } from '@sightline/contracts/live/live.api';
import { setTimeout as wait } from 'node:timers/promises';
import { TestBrowserPeer } from '../../apps/edge/testing/live/test-browser-peer.ts';
import { ApiClient } from '../../e2e/fixtures/api-client.ts';
import { account } from '../../e2e/fixtures/system.ts';

/**
 * Viewers in a process of their own, so that their cost is not counted as the core's. Arguments: server URL, camera id,
 * number of viewers. Sends `{viewers}` once all receive, then `{packets}` each second; ends with its parent.
 */
const [url, cameraId, count] = process.argv.slice(2);
const api = new ApiClient(url);
await api.signIn(account.email, account.password);
const peers: TestBrowserPeer[] = [];
const leases: string[] = [];
while (peers.length < Number(count)) {
  const peer = new TestBrowserPeer();
  const sdp = peer.offer();
  // The library starts its transport on another thread; an answer that comes before is refused.
  await wait(200);
  const answer = await api.call(liveCalls.offer, { params: { id: cameraId }, body: { sdp, stream: 'main' } });
  if (!peer.answer(answer.sdp)) {
    await api.call(liveCalls.close, { params: { leaseId: answer.leaseId } });
    continue;
  }
  await receiving(peer, peers.length);
  peers.push(peer);
  leases.push(answer.leaseId);
}
async function receiving(peer: TestBrowserPeer, index: number): Promise<void> {
  const endMs = performance.now() + 20_000;
  while (peer.video.length === 0) {
    if (performance.now() > endMs)
      throw new Error(`viewer ${String(index + 1)} gets no picture, its connection is ${peer.state}`);
    await wait(20);
  }
}
process.send?.({ viewers: peers.length });

setInterval(() => {
  const packets = peers.map((peer) => peer.video.splice(0).length);
  process.send?.({ packets });
}, 1_000);
setInterval(() => {
  for (const leaseId of leases) void api.call(liveCalls.renew, { params: { leaseId }, body: {} });
}, 10_000);
/** Who vanishes without a word is sent pictures until the lease ends, and would be counted as the next sample's. */
async function leave(): Promise<void> {
  await Promise.all(leases.map((leaseId) => api.call(liveCalls.close, { params: { leaseId } })));
  process.exit(0);
}
process.on('disconnect', () => void leave());
