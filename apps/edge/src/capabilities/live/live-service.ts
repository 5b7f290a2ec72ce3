import type { EdgeCommandInput, EdgeCommandOutput, LeaseGrant } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import type { AnswerPeer, HeldPort, PeerAudioCodec, ReservePort } from '../../drivers/peer-driver.ts';
import { privacyKey } from '../privacy/camera-privacy.ts';
import type { BoxListener } from './boxes/box-feeds.ts';
import { BoxFeeds } from './boxes/box-feeds.ts';
import type { CameraFeeds } from './feeds/camera-feeds.ts';
import type { LiveWorkerConfig } from './live-worker-messages.ts';
import type { LiveBoxes } from '../recognise/live-boxes.ts';
import { dialRelay } from './relay-dialer.ts';
import { RtcPicture } from './rtc-picture.ts';
import type { ViewerDeps } from './viewer.ts';
import { Viewer } from './viewer.ts';
import { ViewerFeeds } from './feeds/viewer-feeds.ts';

export interface LiveServiceDeps {
  feeds: CameraFeeds;
  playback: ViewerDeps['playback'];
  answerPeer: AnswerPeer;
  reservePort: ReservePort;
  nowMs: () => number;
  onViewers: (cameraId: string, viewers: number) => void;
  /** Cameras whose boxes somebody looks at, whenever they changed. */
  onBoxesWatched: (cameraIds: string[]) => void;
}

type IceConfig = LiveWorkerConfig['ice'];

/** More than this on one core is an attack or a loop. */
const maxViewers = 256;
const leaseCheckMs = 500;
/** How long an answer waits to learn whether the camera has sound that can be passed on. */
const soundLookMs = 150;

interface LiveConfig {
  ice: IceConfig;
  serverUrl: string | null;
  serverCa: string | null;
}

/** All viewers of this core, by lease. A lease that ran out or was taken away ends what it opened. */
export class LiveService {
  readonly #deps: LiveServiceDeps;
  readonly #viewers = new Map<string, Viewer>();
  readonly #boxFeeds: BoxFeeds;
  readonly #timer: NodeJS.Timeout;
  #port: { wanted: number; used: number; held: HeldPort | null } = { wanted: 0, used: 0, held: null };
  #config: LiveConfig | null = null;

  constructor(deps: LiveServiceDeps) {
    this.#deps = deps;
    this.#boxFeeds = new BoxFeeds(deps.onBoxesWatched);
    this.#timer = setInterval(() => this.#endExpired(), leaseCheckMs);
  }

  configure(config: LiveWorkerConfig): void {
    this.#config = { ...config, ice: { ...config.ice, port: this.#usablePort(config.ice) } };
    const hiddenBefore = new Map(
      [...this.#viewers.values()].map((viewer) => [viewer, privacyKey(viewer.feeds.privacy())]),
    );
    this.#deps.feeds.setCameras(config.cameras);
    for (const [viewer, before] of hiddenBefore) {
      if (!this.#deps.feeds.has(viewer.grant.cameraId)) viewer.close('not_found');
      else if (privacyKey(viewer.feeds.privacy()) !== before) viewer.close('live_lease_ended');
    }
  }

  /** Answers a browser's offer; the picture follows when it is connected. */
  async offer(input: EdgeCommandInput<'live.offer'>): Promise<EdgeCommandOutput<'live.offer'>> {
    const { grant } = input;
    const config = this.#checkedConfig(grant);
    if (!grant.live && !grant.playback) throw new AppError('forbidden');
    const audio = grant.live ? await this.#warmUp(input) : null;
    const viewer = this.#addViewer(grant);
    try {
      return { sdp: this.#connect(viewer, { input, audio, ice: config.ice }) };
    } catch (error) {
      viewer.closed();
      throw error;
    }
  }

  /** Opens a connection to the server and speaks the player protocol on it. */
  async openRelay(input: EdgeCommandInput<'relay.open'>): Promise<Record<string, never>> {
    const config = this.#checkedConfig(input.grant);
    if (config.serverUrl === null) throw new AppError('unavailable');
    const transport = await dialRelay({ serverUrl: config.serverUrl, serverCa: config.serverCa, token: input.token });
    this.#addViewer(input.grant).attachTransport(transport);
    return {};
  }

  candidate(input: EdgeCommandInput<'live.candidate'>): EdgeCommandOutput<'live.candidate'> {
    const viewer = this.#viewers.get(input.leaseId);
    if (!viewer) throw new AppError('live_lease_ended');
    return { candidates: viewer.addCandidate(input.candidate, input.mid) };
  }

  setGrant(grant: LeaseGrant): { known: boolean } {
    const viewer = this.#viewers.get(grant.leaseId);
    viewer?.setGrant(grant);
    return { known: viewer !== undefined };
  }

  close({ leaseId, code = 'live_lease_ended' }: EdgeCommandInput<'live.close'>): Record<string, never> {
    this.#viewers.get(leaseId)?.close(code);
    return {};
  }

  /** Where things are in the picture of a camera now. */
  boxes(boxes: LiveBoxes): void {
    this.#boxFeeds.deliver(boxes);
  }

  /** Hears where things are in the picture of a camera, from now on. The answer ends it. */
  watchBoxes(cameraId: string, listener: BoxListener): () => void {
    return this.#boxFeeds.watch(cameraId, listener);
  }

  /** The one port of all viewers; null while each has one of its own. */
  get heldPort(): { port: number; held: HeldPort } | null {
    const { used, held } = this.#port;
    return held === null ? null : { port: used, held };
  }

  /** By which port and servers browsers come in; null before that is known. */
  get ice(): IceConfig | null {
    return this.#config?.ice ?? null;
  }

  get count(): number {
    return this.#viewers.size;
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const viewer of this.#viewers.values()) viewer.close('core_offline');
    this.#deps.feeds.stop();
    this.#port.held?.release();
  }

  /** The wanted port, held as long as this process runs, or 0 (any) when another program has it. */
  #usablePort(ice: IceConfig): number {
    if (ice.port === this.#port.wanted) return this.#port.used;
    this.#port.held?.release();
    const held = ice.port === 0 ? null : this.#deps.reservePort(ice.port, ice.bindAddress);
    this.#port = { wanted: ice.port, used: held === null ? 0 : ice.port, held };
    return this.#port.used;
  }

  #connect(
    viewer: Viewer,
    ask: { input: EdgeCommandInput<'live.offer'>; audio: PeerAudioCodec | null; ice: IceConfig },
  ): string {
    const { input, audio, ice } = ask;
    let picture: RtcPicture | null = null;
    const peer = this.#deps.answerPeer(
      {
        offerSdp: input.sdp,
        audio,
        port: ice.port,
        bindAddress: ice.bindAddress,
        iceServers: [...ice.servers, ...input.stunServers],
      },
      {
        videoOpen: () => void picture?.open(),
        pictureLost: () => picture?.refresh(),
        player: (transport) => viewer.attachTransport(transport),
        closed: () => viewer.closed(),
      },
    );
    if (peer.video && input.grant.live) {
      const sound = peer.audio && audio ? { track: peer.audio, codec: audio } : null;
      picture = new RtcPicture(
        { feeds: viewer.feeds, video: peer.video, audio: sound, nowMs: this.#deps.nowMs },
        input.stream,
      );
    }
    viewer.attachPeer(peer, picture);
    return peer.answerSdp;
  }

  /** Subscribing now warms the stream up while the browser connects. Answers the sound that it can be given. */
  async #warmUp({ grant, stream }: EdgeCommandInput<'live.offer'>): Promise<PeerAudioCodec | null> {
    const feeds = new ViewerFeeds(this.#deps.feeds, {
      cameraId: grant.cameraId,
      seesOriginals: () => grant.originals,
    });
    // What is hidden is shown without sound, as everything that is converted.
    if (feeds.privacy() !== null) return null;
    const choice = feeds.choose({ wanted: stream, target: 'rtc', transcode: false });
    return Promise.race([choice.then((chosen) => this.#soundOf(grant.cameraId, chosen)), wait(soundLookMs)]);
  }

  #soundOf(cameraId: string, choice: { kind: 'main' | 'sub' }): PeerAudioCodec | null {
    const codec = this.#deps.feeds.feed(cameraId, { kind: choice.kind, transcode: false })?.lastConfig()?.audio?.codec;
    return codec === 'pcmu' || codec === 'pcma' ? codec : null;
  }

  #checkedConfig(grant: LeaseGrant): LiveConfig {
    if (this.#config === null) throw new AppError('core_part_down');
    if (!this.#deps.feeds.has(grant.cameraId)) throw new AppError('not_found');
    if (this.#viewers.size >= maxViewers) throw new AppError('rate_limited');
    return this.#config;
  }

  #addViewer(grant: LeaseGrant): Viewer {
    this.#viewers.get(grant.leaseId)?.close('live_lease_ended');
    const viewer = new Viewer({
      grant,
      feeds: this.#deps.feeds,
      boxes: this.#boxFeeds,
      playback: this.#deps.playback,
      nowMs: this.#deps.nowMs,
      onClosed: () => {
        if (this.#viewers.get(grant.leaseId) === viewer) this.#viewers.delete(grant.leaseId);
        this.#notifyViewers(grant.cameraId);
      },
    });
    this.#viewers.set(grant.leaseId, viewer);
    this.#notifyViewers(grant.cameraId);
    return viewer;
  }

  #notifyViewers(cameraId: string): void {
    let count = 0;
    for (const viewer of this.#viewers.values()) if (viewer.grant.cameraId === cameraId) count++;
    this.#deps.onViewers(cameraId, count);
  }

  #endExpired(): void {
    for (const viewer of this.#viewers.values()) if (viewer.isExpired) viewer.close('live_lease_ended');
  }
}

const wait = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ms));
