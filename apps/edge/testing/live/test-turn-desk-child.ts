import { createInterface } from 'node:readline';
import type { IceServer } from 'node-datachannel';
import { TestBrowserPeer } from './test-browser-peer.ts';

// Somebody's browser, in a network of its own. Speaks lines of JSON with the test that started it.

type Line = { type: 'answer'; sdp: string } | { type: 'candidate'; candidate: string; mid: string };

const peer = new TestBrowserPeer({ iceServers: JSON.parse(process.argv[2] ?? '[]') as IceServer[] });
const startedMs = performance.now();
const notify = (update: object): void => void process.stdout.write(`${JSON.stringify(update)}\n`);
peer.onCandidate = (candidate, mid) => notify({ type: 'candidate', candidate, mid });

createInterface({ input: process.stdin })
  .on('line', (text) => {
    const line = JSON.parse(text) as Line;
    if (line.type === 'answer') peer.answer(line.sdp);
    else peer.addCandidate(line.candidate, line.mid);
  })
  .on('close', () => process.exit(0));
notify({ type: 'offer', sdp: peer.offer() });
setInterval(() => {
  const firstMs = peer.video[0] === undefined ? null : Math.round(peer.video[0].atMs - startedMs);
  notify({ type: 'state', state: peer.state, kind: peer.ownKind(), pictures: peer.pictures().length, firstMs });
}, 250);
