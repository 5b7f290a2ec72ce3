import { edgeCommands } from '@sightline/contracts/link/link-commands';
import type { EdgeCommandInput, EdgeCommandName } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import { busUnits } from '../../capabilities/live/feeds/bus-units.ts';
import { CameraFeeds } from '../../capabilities/live/feeds/camera-feeds.ts';
import type { CameraFeedsOptions } from '../../capabilities/live/feeds/camera-feeds.ts';
import { notifyInference } from '../../capabilities/live/boxes/hidden-objects.ts';
import { LiveService } from '../../capabilities/live/live-service.ts';
import type { LiveWorkerConfig, LiveWorkerEvent } from '../../capabilities/live/live-worker-messages.ts';
import type { LiveBoxes } from '../../capabilities/recognise/live-boxes.ts';
import { openFootage } from '../../capabilities/footage/open-footage.ts';
import type { OpenFootage } from '../../capabilities/footage/open-footage.ts';
import { FootageThumbnails } from '../../capabilities/snapshot/footage-thumbnails.ts';
import { createPictureMaker } from '../../capabilities/snapshot/picture-maker.ts';
import { FootageConverters } from '../../capabilities/transcode/footage-converters.ts';
import { Transcoders } from '../../capabilities/transcode/transcoders.ts';
import { TalkService } from '../../capabilities/talk/talk-service.ts';
import type { TalkLookRequest, TalkOpenRequest } from '../../capabilities/talk/talk-service.ts';
import { LocalEndpoint } from '../../capabilities/local/local-endpoint.ts';
import type { EndpointDismiss, EndpointSay } from '../../capabilities/local/endpoint-messages.ts';
import { rtspSpeakers } from '../../drivers/rtsp/rtsp-speaker.ts';
import { openLocalEndpoint } from '../../drivers/webrtc/local-endpoint.ts';
import { answerPeer, reservePort } from '../../drivers/webrtc/node-datachannel-peer.ts';
import { answerVoice } from '../../drivers/webrtc/voice-peer.ts';
import { systemClock } from '../../platform/clock.ts';
import { emitFromWorker, runWorker } from '../../platform/processes/worker-channel.ts';

// The process that serves viewers: live pictures over WebRTC, the player protocol over data channels and relays, and their
// voices on the way to the speakers of cameras.

const pictures = createPictureMaker();
let config: LiveWorkerConfig | null = null;
let footage: OpenFootage | null = null;
let service: LiveService | null = null;

const localEndpoint = new LocalEndpoint({
  openEndpoint: openLocalEndpoint,
  reservePort,
  emit: (event) => emitFromWorker(event satisfies LiveWorkerEvent),
});

const talks = new TalkService({
  speakers: rtspSpeakers,
  answerVoice,
  ice: () => service?.ice ?? null,
  nowMs: systemClock.monotonicMs,
  nowUtcMs: systemClock.nowUtcMs,
});

const onMissing = (path: string): void => emitFromWorker({ type: 'footage.missing', path } satisfies LiveWorkerEvent);
const mark = (): string | null => config?.mark ?? null;
const streamUnits = (streamId: string) => busUnits(() => config?.busSocketPath ?? '', streamId);
const converters = new FootageConverters();
const transcoders = new Transcoders(() => config?.busSocketPath ?? '');

const hidden: CameraFeedsOptions['hide'] = ({ cameraId, streamId, privacy }) =>
  transcoders.hiding({
    streamId,
    privacy,
    watchObjects: (onInference) =>
      service?.watchBoxes(cameraId, (boxes) => notifyInference(boxes, privacy, onInference)) ?? (() => undefined),
  });

function makeService(open: OpenFootage): LiveService {
  const thumbnails = new FootageThumbnails(open.source, pictures);
  return new LiveService({
    feeds: new CameraFeeds({
      stream: streamUnits,
      transcode: (streamId) => transcoders.units(streamId),
      hide: hidden,
      nowUtcMs: systemClock.nowUtcMs,
    }),
    playback: { footage: open.source, thumbnail: (ask) => thumbnails.thumbnail(ask), openConverter: converters.open },
    answerPeer,
    reservePort,
    nowMs: systemClock.monotonicMs,
    onViewers: (cameraId, viewers) =>
      emitFromWorker({ type: 'live.viewers', cameraId, viewers } satisfies LiveWorkerEvent),
    onBoxesWatched: (cameraIds) => emitFromWorker({ type: 'live.boxesWatched', cameraIds } satisfies LiveWorkerEvent),
  });
}

function read<N extends EdgeCommandName>(name: N, body: unknown): EdgeCommandInput<N> {
  const input = edgeCommands[name].input.safeParse(body);
  if (!input.success) throw new AppError('validation_failed', { command: name });
  return input.data as EdgeCommandInput<N>;
}

function running(): LiveService {
  if (service === null) throw new AppError('core_part_down');
  return service;
}

runWorker({
  configure(next) {
    config = next as LiveWorkerConfig;
    footage ??= openFootage({
      storePath: config.storePath,
      volume: config.volume,
      mark,
      nowUtcMs: systemClock.nowUtcMs,
      onMissing,
    });
    service ??= makeService(footage);
    service.configure(config);
    talks.setCameras(config.cameras.map(({ cameraId }) => cameraId));
    localEndpoint.configure({
      identity: config.door ?? null,
      bindAddress: config.ice.bindAddress,
      shared: service.heldPort,
    });
  },
  commands: {
    'live.offer': (body) => running().offer(read('live.offer', body)),
    'live.candidate': async (body) => running().candidate(read('live.candidate', body)),
    'live.grant': async (body) => running().setGrant(read('live.grant', body).grant),
    'live.close': async (body) => running().close(read('live.close', body)),
    'live.boxes': async (body) => running().boxes(body as LiveBoxes),
    'door.say': async (body) => localEndpoint.say(body as EndpointSay),
    'door.dismiss': async (body) => localEndpoint.dismiss(body as EndpointDismiss),
    'talk.look': (body) => talks.look(body as TalkLookRequest),
    'talk.open': (body) => talks.open(body as TalkOpenRequest),
    'talk.candidate': async (body) => talks.candidate(read('talk.candidate', body)),
    'talk.renew': async (body) => talks.renew(read('talk.renew', body)),
    'talk.end': async (body) => talks.end(read('talk.end', body)),
    'relay.open': (body) => running().openRelay(read('relay.open', body)),
  },
  async stop() {
    localEndpoint.stop();
    talks.stop();
    service?.stop();
    transcoders.stop();
    converters.stop();
    pictures.stop();
    await footage?.close();
  },
});
