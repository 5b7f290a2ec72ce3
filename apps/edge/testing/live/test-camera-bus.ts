import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessUnit, MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import { MediaBusServer } from '../../src/platform/media-bus/media-bus-server.ts';
import type { ClipUnits } from '../play/test-footage.ts';

interface Playing {
  config: StreamConfig;
  gop: MediaUnit[];
  timer: NodeJS.Timeout;
}

/** The media worker's bus without cameras: clips that play in a loop in real time. */
export class TestCameraBus {
  readonly socketPath: string;
  readonly #folder: string;
  readonly #server: MediaBusServer;
  readonly #streams = new Map<string, Playing>();

  private constructor(folder: string) {
    this.#folder = folder;
    this.socketPath = join(folder, 'bus.sock');
    this.#server = new MediaBusServer(this.socketPath, (streamId) => {
      const playing = this.#streams.get(streamId);
      return { config: playing?.config ?? null, units: playing?.gop ?? [] };
    });
  }

  static async start(): Promise<TestCameraBus> {
    const bus = new TestCameraBus(await mkdtemp(join(tmpdir(), 'camera-bus-')));
    await bus.#server.start();
    return bus;
  }

  subscribers(streamId: string): number {
    return this.#server.subscribers(streamId);
  }

  /** Pictures since the last keyframe: what who comes now gets at once. */
  cachedPictures(streamId: string): number {
    return this.#streams.get(streamId)?.gop.filter((unit) => unit.kind === 'video').length ?? 0;
  }

  /** Begins to play a clip as a stream. The group of pictures before the first is cached at once. */
  play(streamId: string, clip: ClipUnits): void {
    this.silence(streamId);
    const stepMs = (clip.video[1]!.dts90k - clip.video[0]!.dts90k) / 90;
    const loopTicks = clip.video.length * stepMs * 90;
    const units = [...clip.video, ...clip.audio].toSorted((a, b) => timeOf(a) - timeOf(b));
    const startMs = Date.now() - 1_900;
    let next = 0;
    const playing: Playing = { config: clip.config, gop: [], timer: setInterval(() => advance(), 5) };
    this.#streams.set(streamId, playing);
    const advance = (): void => {
      for (;;) {
        const loops = Math.floor(next / units.length);
        const unit = units[next % units.length]!;
        const dueMs = startMs + (timeOf(unit) + loops * loopTicks) / 90;
        if (dueMs > Date.now()) return;
        next++;
        this.#deliver(streamId, playing, shifted(unit, loops * loopTicks, dueMs));
      }
    };
    advance();
    this.#server.status(streamId, { state: 'online', reason: null, epochMs: startMs });
    this.#server.config(streamId, clip.config);
  }

  /** Ends the pictures of a stream, as a camera that fell silent. */
  silence(streamId: string): void {
    const playing = this.#streams.get(streamId);
    if (playing) clearInterval(playing.timer);
  }

  offline(streamId: string, reason: string): void {
    this.silence(streamId);
    this.#server.status(streamId, { state: 'offline', reason, epochMs: 0 });
  }

  async stop(): Promise<void> {
    for (const playing of this.#streams.values()) clearInterval(playing.timer);
    await this.#server.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #deliver(streamId: string, playing: Playing, unit: MediaUnit): void {
    if (unit.kind === 'video' && unit.key) playing.gop = [];
    playing.gop.push(unit);
    this.#server.unit(streamId, unit);
  }
}

const timeOf = (unit: MediaUnit): number => (unit.kind === 'video' ? unit.dts90k : unit.pts90k);

function shifted(unit: MediaUnit, ticks: number, arrivalMs: number): MediaUnit {
  const pts90k = Math.round(unit.pts90k + ticks);
  if (unit.kind === 'audio') return { ...unit, pts90k, arrivalMs };
  return { ...unit, pts90k, dts90k: Math.round((unit as AccessUnit).dts90k + ticks), arrivalMs };
}
