import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { leaseMs } from '@sightline/contracts/live/live';
import { AppError } from '@sightline/contracts/shared/errors';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { answerPeer, reservePort } from '../../src/drivers/webrtc/node-datachannel-peer.ts';
import { openStore } from '../../src/platform/store/open-store.ts';
import { openFootage } from '../../src/capabilities/footage/open-footage.ts';
import { readClip } from '../play/test-footage.ts';
import { FootageConverters } from '../../src/capabilities/transcode/footage-converters.ts';
import { busUnits } from '../../src/capabilities/live/feeds/bus-units.ts';
import { CameraFeeds } from '../../src/capabilities/live/feeds/camera-feeds.ts';
import { LiveService } from '../../src/capabilities/live/live-service.ts';
import { TestCameraBus } from './test-camera-bus.ts';

// A core with one camera, in a network of its own. Speaks lines of JSON with the test that started it.

type Line = { id: number } & (
  | { type: 'offer'; leaseId: string; sdp: string; stunServers: string[] }
  | { type: 'candidate'; leaseId: string; candidate: string; mid: string }
);

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const cameraId = '0198c000-0000-7000-8000-00000000000a';
const mainId = '0198c000-0000-7000-8000-000000000001';

const folder = await mkdtemp(join(tmpdir(), 'turn-core-'));
openStore(join(folder, 'edge.sqlite')).close();
const footage = openFootage({ storePath: join(folder, 'edge.sqlite'), volume: folder, nowUtcMs: Date.now });
const bus = await TestCameraBus.start();
bus.play(mainId, await readClip(await testMedia('h264-sub')));
const stream = (streamId: string) => busUnits(() => bus.socketPath, streamId);
const service = new LiveService({
  feeds: new CameraFeeds({ stream, transcode: stream, hide: ({ streamId }) => stream(streamId), nowUtcMs: Date.now }),
  playback: {
    footage: footage.source,
    thumbnail: () => Promise.reject(new AppError('no_footage')),
    openConverter: new FootageConverters().open,
  },
  answerPeer,
  reservePort,
  nowMs: () => performance.now(),
  onViewers: () => undefined,
  onBoxesWatched: () => undefined,
});
service.configure({
  busSocketPath: bus.socketPath,
  storePath: '',
  volume: folder,
  serverUrl: null,
  serverCa: null,
  // The one port of a core, as outside of tests.
  ice: { port: 8189, bindAddress: null, servers: [] },
  cameras: [{ cameraId, streams: [{ kind: 'main', streamId: mainId }], privacy: null }],
});

async function answer(line: Line): Promise<unknown> {
  if (line.type === 'candidate') return service.candidate(line);
  const { leaseId, sdp, stunServers } = line;
  const grant = {
    leaseId,
    cameraId,
    sessionId: 's',
    live: true,
    playback: false,
    originals: false,
    expiresAt: Date.now() + leaseMs,
  };
  return service.offer({ grant, sdp, stream: 'auto', stunServers });
}

createInterface({ input: process.stdin })
  .on('line', (text) => {
    const line = JSON.parse(text) as Line;
    void answer(line).then(
      (body) => say({ id: line.id, body }),
      (error: unknown) => say({ id: line.id, code: (error as { code?: string }).code ?? String(error) }),
    );
  })
  .on('close', () => process.exit(0));
say({ id: 0, body: 'ready' });
