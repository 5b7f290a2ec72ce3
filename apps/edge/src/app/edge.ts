import { cameraPageCapability } from '@sightline/contracts/camera-pages/camera-page';
import { talkCapability } from '@sightline/contracts/talk/talk';
import { identifyCapability } from '@sightline/contracts/cameras/camera-onvif';
import type { Operation } from '@sightline/contracts/link/link-operations';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { machineClock, systemClock } from '../platform/clock.ts';
import { lockDataFolder, socketPathFor } from '../platform/data-folder-lock.ts';
import { EdgeIdentity } from '../platform/link/edge-identity.ts';
import { LinkClient } from '../platform/link/link-client.ts';
import type { Log } from '../platform/log/log.ts';
import { GapCopy } from '../platform/store/gap-copy.ts';
import { MachineHealth } from '../platform/machine-health.ts';
import { Analysis } from '../capabilities/analyse/analysis.ts';
import type { Membership } from '../capabilities/claim/claiming.ts';
import { claim, joinServer } from '../capabilities/claim/claiming.ts';
import { ClockKeeping } from '../capabilities/keep-time/clock-keeping.ts';
import { answerCommand } from '../platform/link/command-handlers.ts';
import type { EdgeConfig } from '../platform/edge-config.ts';
import { edgeVersion } from '../platform/edge-config.ts';
import { DeviceSupervision } from '../capabilities/onvif/device-supervision.ts';
import type { EdgeStores } from '../platform/store/edge-stores.ts';
import { openEdgeStores } from '../platform/store/edge-stores.ts';
import { copyGapsOnce, findAgain, noteDamage, rebuildDamagedStore } from '../capabilities/recover/rebuild-store.ts';
import { startFootageRetention, type FootageRetention } from '../capabilities/retain/footage-retention.ts';
import { adoptLedger, lockAdopted } from '../capabilities/recover/adopt-ledger.ts';
import { settleAdopted } from '../capabilities/recover/adopted-records.ts';
import { FootageRefiling } from '../capabilities/keep-time/footage-refiling.ts';
import { FootagePlace } from '../capabilities/record/footage-place.ts';
import { StoreKeeping } from '../capabilities/recover/store-keeping.ts';
import { adoptLostFootage } from '../capabilities/recover/lost-footage.ts';
import { openDhcp } from './open-dhcp.ts';
import { takeUpTrial } from '../capabilities/update/take-up-trial.ts';
import { LocalViews } from '../capabilities/local/local-views.ts';
import { MediaSupervision } from '../capabilities/record/media-supervision.ts';
import { Software } from '../capabilities/update/software.ts';
import { type RunningParts, type ServingParts, startWorkers } from './start-workers.ts';
import { tellParent } from '../platform/software/parent.ts';
import { exportFolderOf } from './worker-processes.ts';
import { countAnew } from '../capabilities/report/tell-anew.ts';

/** What every core can do; more comes with its models and its launcher. */
const ownCapabilities = ['record', 'live', 'play', 'export', cameraPageCapability, talkCapability, identifyCapability];

/** The core: records, answers viewers, and talks to its server, each in a process of its own. */
export class Edge {
  private config: EdgeConfig;
  private readonly log: Log;
  private readonly onStep: (name: string) => void;
  private readonly stopping = new AbortController();
  private readonly instanceId = uuidv7();
  private readonly closers: (() => Promise<void> | void)[] = [];
  private link: LinkClient | null = null;
  /** Resolves once what a damaged store knew is taken up. */
  private found: Promise<void> = Promise.resolve();
  private readonly keeping: StoreKeeping;
  private clockKeeping: ClockKeeping | null = null;
  private leavesRecorder = false;
  /** Ends a recorder that was left; nothing where none was, or where it has ended. */
  endRecorder: () => void = () => undefined;
  private refiling: FootageRefiling | null = null;
  private lockBefore: { release: () => void } | null = null;

  constructor(options: { config: EdgeConfig; log: Log; onStep: (name: string) => void }) {
    this.config = options.config;
    this.log = options.log;
    this.onStep = options.onStep;
    this.keeping = new StoreKeeping(options);
  }

  /** Starts recording what is known, then connects (claiming first when needed). Resolves once workers run. */
  async start(): Promise<void> {
    const { dataFolder } = this.config;
    const lock = await lockDataFolder(dataFolder);
    this.closers.push(() => lock.release());
    // Before anything is dated.
    const clockKeeping = new ClockKeeping({ dataFolder, log: this.log });
    this.clockKeeping = clockKeeping;
    const stores = this.openStores();
    const busSocketPath = socketPathFor(dataFolder, 'media.sock');
    const place = await this.openFootage(stores);
    const refiling = await this.startClock(clockKeeping, { stores, place });
    const opened = { stores, place, busSocketPath };
    const media = this.startMedia(opened);
    const retention = this.startRetention(stores, place);
    this.onStep('recording');
    const { devices, analysis } = this.startAnalysis({ ...opened, media });
    refiling.onCorrected = (right) => {
      media.registry.correctTimes(right);
      analysis.spool.correctTimes(right);
    };
    retention.listen((cameraId, state) => analysis.cameraParts.setSmartStorage(cameraId, state));
    const dhcp = openDhcp(dataFolder, this.log);
    this.closers.push(() => dhcp.stop());
    const software = this.startSoftware(stores, media);
    const linkOffsetMs = (): number | null => this.link?.clockOffsetMs ?? null;
    const local = new LocalViews({
      config: this.config,
      stores,
      clock: systemClock,
      machineUtcMs: machineClock.nowUtcMs,
      log: this.log,
      linkOffsetMs,
    });
    place.wait(() => {
      this.takeUp(stores, place).catch((error: unknown) =>
        this.log.error({ detail: String(error) }, 'footage of before could not be taken up'),
      );
      media.configure();
      analysis.configure();
    });
    const running = { ...opened, media, retention, analysis, devices, dhcp, software, local };
    void this.runLink(running).catch((error: unknown) => this.failLink(error));
  }

  /**
   * Ends in the opposite order of the start; footage is closed properly. `leavesRecorder`: the recorder goes on until that of the next core
   * asks for its place, for a minute at most, or until `endRecorder`.
   */
  async stop({ leavesRecorder = false } = {}): Promise<void> {
    this.leavesRecorder = leavesRecorder;
    this.stopping.abort();
    this.link?.stop();
    const [lockAndStore, workers] = [this.closers.splice(0, 3), this.closers.splice(0)];
    await Promise.all(workers.map(async (close) => close()));
    for (const close of lockAndStore.toReversed()) await close();
  }

  private openStores(): EdgeStores {
    const { dataFolder, softwareFolder } = this.config;
    const known = { dataFolder, nowUtcMs: systemClock.nowUtcMs(), log: this.log };
    rebuildDamagedStore(known);
    if (softwareFolder !== null) takeUpTrial({ ...known, softwareFolder });
    const stores = openEdgeStores(dataFolder, (error) => this.damaged(error));
    this.closers.push(() => {
      stores.wishes.stop();
      stores.store.close();
    });
    this.onStep('database');
    return stores;
  }

  private damaged(error: unknown): void {
    this.log.error({ detail: String(error) }, 'the store is damaged');
    try {
      noteDamage(this.config.dataFolder, systemClock.nowUtcMs());
    } catch (cause) {
      this.log.error({ detail: String(cause) }, 'that the store is damaged could not be noted');
    }
    // Whoever met the damage is not done yet.
    if (!this.stopping.signal.aborted) setImmediate(() => this.onStoreDamaged());
  }

  /** Replaced by the program: it starts this core anew, which then rebuilds its store. */
  onStoreDamaged: () => void = () => undefined;

  private startMedia(opened: OpenedParts): MediaSupervision {
    const { updatingSinceUtcMs, volume } = this.config;
    const media = new MediaSupervision({ ...opened, volume, clock: systemClock, log: this.log, updatingSinceUtcMs });
    this.closers.push(() => {
      if (!this.leavesRecorder) return media.stop();
      this.endRecorder = media.leave();
    });
    media.start();
    return media;
  }

  /** Looks at pictures, and hears what devices say themselves; either tells what is recorded that something happens. */
  private startAnalysis({ media, ...opened }: OpenedParts & Pick<RunningParts, 'media'>) {
    const { config, log } = this;
    const judge = (activity: Parameters<typeof media.judge>[0]): void => media.judge(activity);
    const devices = new DeviceSupervision({
      deviceNetworks: config.deviceNetworks,
      cameras: () => opened.stores.cameras.list(),
      judge,
      clock: systemClock,
      log,
    });
    this.closers.push(() => devices.stop());
    devices.start();
    const onActivity = (activity: Parameters<typeof judge>[0]): void => {
      const said = devices.replace(activity);
      if (said !== null) judge(said);
    };
    const analysis = new Analysis({ ...opened, config, clock: systemClock, log, onActivity });
    this.closers.push(() => analysis.stop());
    analysis.start();
    return { devices, analysis };
  }

  private startRetention(stores: EdgeStores, place: FootagePlace): FootageRetention {
    const { dataFolder, softwareFolder, volume, leastDays } = this.config;
    const folders = { softwareFolder, exportFolder: exportFolderOf(dataFolder) };
    // While files of a damaged store are still taken up, nobody can tell which footage is the oldest.
    const isHere = (): Promise<boolean> => this.found.then(() => place.isHere());
    const retention = startFootageRetention({
      stores,
      volume,
      leastDays,
      ...folders,
      isHere,
      clock: systemClock,
      log: this.log,
    });
    this.closers.push(() => retention.stop());
    this.closers.push(this.keeping.start(stores));
    return retention;
  }

  private startSoftware(stores: EdgeStores, media: MediaSupervision): Software {
    const isLinked = (): boolean => this.link?.isConnected ?? false;
    const recordingNow = (): ReturnType<typeof media.recordingNow> => media.recordingNow();
    const software = new Software({
      config: this.config,
      stores,
      isLinked,
      recordingNow,
      tell: tellParent,
      clock: systemClock,
      log: this.log,
    });
    this.closers.push(() => software.stop());
    software.start();
    return software;
  }

  /** Goes by the right time from here on, and ends what a core of before was filing anew when it ended. */
  private async startClock(
    clockKeeping: ClockKeeping,
    { stores, place }: { stores: EdgeStores; place: FootagePlace },
  ): Promise<FootageRefiling> {
    const refiling = new FootageRefiling({ stores, volume: place.volume, isHere: place.isHere, log: this.log });
    this.refiling = refiling;
    await refiling.start();
    clockKeeping.listen(refiling);
    clockKeeping.start();
    this.closers.push(
      () => clockKeeping.stop(),
      () => refiling.stop(),
    );
    return refiling;
  }

  /** Finds the disk for footage and takes up what lies on it. */
  private async openFootage(stores: EdgeStores): Promise<FootagePlace> {
    const place = new FootagePlace({ stores, config: this.config, log: this.log });
    const copy = new GapCopy({ volume: place.volume, isHere: place.isHere, log: this.log });
    stores.gaps.copyTo(copy);
    this.closers.push(async () => {
      place.stop();
      this.lockBefore?.release();
      await copy.stop();
    });
    this.config = { ...this.config, volume: place.volume, adoptFrom: place.adoptFrom };
    if (!place.isAway) await this.takeUp(stores, place);
    return place;
  }

  private async takeUp(stores: EdgeStores, { volume, adoptFrom, mark }: FootagePlace): Promise<void> {
    // The core that is replaced must not write into the same footage.
    if (adoptFrom !== null) this.lockBefore = await lockAdopted(adoptFrom, this.log);
    adoptLedger({ stores, volume, adoptFrom, nowUtcMs: systemClock.nowUtcMs(), log: this.log });
    adoptLostFootage({ stores, volume, nowUtcMs: systemClock.nowUtcMs(), log: this.log });
    const found = findAgain({ stores, volume, log: this.log, signal: this.stopping.signal });
    this.found = found.catch((error: unknown) =>
      this.log.error({ detail: String(error) }, 'the damaged store could not be taken up'),
    );
    copyGapsOnce(stores, mark);
  }

  private failLink(error: unknown): void {
    if (this.stopping.signal.aborted) return;
    const code: ErrorCode = error instanceof AppError ? error.code : 'internal';
    this.log.error({ reason: code, detail: String(error) }, 'this core is not connected to a server');
    this.onLinkFailed(code);
  }

  /** Replaced by the program: it says the failure and ends when there is nothing to record either. */
  onLinkFailed: (code: ErrorCode) => void = () => undefined;

  private async runLink(parts: RunningParts): Promise<void> {
    const { stores, analysis } = parts;
    const identity = new EdgeIdentity(join(this.config.dataFolder, 'core.key'));
    const claiming = {
      config: this.config,
      identity,
      stores,
      releaseKeys: parts.software.keys,
      forgetPictures: () => analysis.spool.clear(),
      log: this.log,
      signal: this.stopping.signal,
    };
    const membership = await joinServer(claiming);
    this.onStep('claimed');
    this.keeping.wish(stores);
    parts.local.belongTo(membership);
    await parts.local.prepare();
    const onCapabilities = (): void => this.link?.tellCapabilities();
    const { config, log, closers } = this;
    const serving = startWorkers(parts, { config, log, closers, onCapabilities });
    this.connect({ ...parts, ...serving, membership, identity, claiming });
  }

  private operate({ stores, apply }: LinkParts, operation: Operation): string | null {
    const applied = stores.desired.apply(operation, Math.round(systemClock.nowUtcMs()));
    if (applied === 'refused') return null;
    if (applied === 'applied') apply();
    this.keeping.wish(stores);
    return stores.desired.contentHash();
  }

  private connect(parts: LinkParts): void {
    const { membership, stores, identity, place } = parts;
    settleAdopted({
      stores,
      edgeId: membership.edgeId,
      adoptFrom: this.config.adoptFrom,
      nowUtcMs: systemClock.nowUtcMs(),
      log: this.log,
    });
    const health = new MachineHealth(this.config.volume, place.isHere);
    this.link = new LinkClient({
      ...membership,
      serverUrl: this.config.serverUrl,
      newEpoch: () => countAnew({ stores, registry: parts.media.registry, cameraParts: parts.analysis.cameraParts }),
      instanceId: this.instanceId,
      version: edgeVersion,
      capabilities: () => [...ownCapabilities, ...parts.analysis.capabilities(), ...parts.software.capabilities()],
      identity,
      outbox: stores.outbox,
      thumbnails: parts.analysis.spool,
      // How wrong the machine's own clock is.
      clock: machineClock,
      log: this.log,
      health: () => health.read(),
      localDoor: () => parts.local.door(),
      lastOperation: () => stores.desired.lastOperation(),
      contentHash: () => stores.desired.contentHash(),
      syncedKinds: () => stores.desired.kinds(),
      onOperation: (operation) => this.operate(parts, operation),
      onRequest: (command, body, timeoutMs) => answerCommand(parts.handlers, command, { body, timeoutMs }),
      isHeld: () => this.refiling?.isHeld ?? false,
      onServerTime: (serverUtcMs) => {
        this.clockKeeping?.measured(this.link?.clockOffsetMs ?? null);
        parts.retention.confirmTime(serverUtcMs);
        parts.local.confirmTime(serverUtcMs);
      },
      onConnected: () => this.onStep('connected'),
      onRefused: (code) => void this.refused(code, parts),
    });
    this.link.start();
  }

  /** A revoked core keeps recording what it knows, and waits for a new claim where one can come. */
  private async refused(code: ErrorCode, parts: LinkParts): Promise<void> {
    parts.software.refused(code);
    if (code !== 'core_revoked') return;
    parts.local.forget();
    if (!this.config.claimFile) return;
    this.link?.stop();
    try {
      const membership = await claim({ ...parts.claiming, config: { ...this.config, claimCode: null } });
      parts.local.belongTo(membership);
      parts.apply();
      parts.media.registry.tellAll();
      parts.analysis.cameraParts.tellAll();
      this.connect({ ...parts, membership });
    } catch (error) {
      this.failLink(error);
    }
  }
}

type OpenedParts = Pick<RunningParts, 'stores' | 'place' | 'busSocketPath'>;

interface LinkParts extends RunningParts, ServingParts {
  membership: Membership;
  identity: EdgeIdentity;
  claiming: Parameters<typeof claim>[0];
}
