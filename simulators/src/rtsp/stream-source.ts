import { randomInt } from 'node:crypto';
import { setTimeout as later } from 'node:timers';
import type { LoadedMedia } from './loaded-media.ts';
import { createPlayhead } from './playhead.ts';
import type { DueUnit, Playhead } from './playhead.ts';
import { packAudio, packVideo } from './rtp-payloads.ts';
import type { OutgoingUnit } from './rtp-sender.ts';
import type { ClipPlay, StreamOptions, StreamStats } from './rtsp-server-api.ts';

/** A session in PLAY, as the source sees it. */
export interface SourceReader {
  /** Bytes sent, null when the reader did not take the unit, 0 when it did not ask for this track. */
  send(track: 'video' | 'audio', unit: OutgoingUnit): number | null;
  report(track: 'video' | 'audio', at: { ntpMs: number; rtpTime: number }): void;
  garbage(bytes: number): void;
  /** True while more may be sent without dropping (reader-paced streams). */
  ready(): boolean;
}

/** Streams with the same clock share one of these; it starts with the first reader. */
export interface SharedClock {
  epochMs: number | null;
}

/** What the fault switches have set; read by the source at every unit. */
export interface FaultState {
  frozen: 'off' | 'media' | 'all';
  refuseUntilMs: number;
  jumpMs: number;
  packetsToLose: number;
  hideParameterSets: boolean;
  garbageBytes: number;
  bytesPerSecond: number | null;
}

export function noFaults(): FaultState {
  return {
    frozen: 'off',
    refuseUntilMs: 0,
    jumpMs: 0,
    packetsToLose: 0,
    hideParameterSets: false,
    garbageBytes: 0,
    bytesPerSecond: null,
  };
}

const reportEveryMs = 5000;
/** Units in one go for a reader that sets the pace, before others get their turn. */
const pumpBatch = 60;

interface SourceDeps {
  media: LoadedMedia;
  options: StreamOptions;
  clock: SharedClock;
  faults: FaultState;
  stats: StreamStats;
}

/** Plays a file in a loop to any number of readers, paced by one clock or by each reader. */
export class StreamSource {
  readonly #deps: SourceDeps;
  readonly #speed: number;
  readonly #readers = new Set<SourceReader>();
  readonly #pumps = new Map<SourceReader, Playhead>();
  readonly #base = { video: randomInt(2 ** 32), audio: randomInt(2 ** 32) };
  readonly #lastReport = { video: -Infinity, audio: -Infinity };
  readonly #playhead: Playhead;
  #timer: NodeJS.Timeout | null = null;
  #wallEpochMs = 0;
  #furthestMs = 0;
  /** Where a clip that is played once ends, and what goes on after it. */
  #after: { ms: number; media: LoadedMedia } | null = null;

  constructor(deps: SourceDeps) {
    this.#deps = deps;
    this.#speed = deps.options.speed ?? 1;
    this.#playhead = createPlayhead(deps.media);
  }

  media(): LoadedMedia {
    return this.#playhead.media();
  }

  /** RTP timestamp that a unit sent now would be near to, for RTP-Info. */
  rtpTimeNow(track: 'video' | 'audio'): number {
    const rate = track === 'video' ? 90_000 : (this.media().audio?.clockRate ?? 8000);
    return this.#rtpTime(track, Math.round((this.#position() * rate) / 1000), rate);
  }

  addReader(reader: SourceReader): void {
    if (this.#readers.has(reader)) return;
    const clock = this.#deps.clock;
    clock.epochMs ??= performance.now();
    this.#wallEpochMs ||= Date.now() - (performance.now() - clock.epochMs);
    this.#deps.stats.sessionsStarted += 1;
    this.#readers.add(reader);
    this.#deps.stats.readers = this.#readers.size;
    if (this.#deps.options.pace === 'reader') this.#startPump(reader);
    else if (this.#readers.size === 1) {
      this.#playhead.moveTo(this.#position());
      this.#tick();
    }
    this.#lastReport.video = -Infinity;
    this.#lastReport.audio = -Infinity;
  }

  removeReader(reader: SourceReader): void {
    this.#readers.delete(reader);
    this.#pumps.delete(reader);
    this.#deps.stats.readers = this.#readers.size;
    if (this.#readers.size === 0) this.#stopTimer();
  }

  /** Plays a clip `times` times from now on and then goes back to what is played now. */
  playOnce(media: LoadedMedia, times: number): ClipPlay {
    const now = this.media();
    const first = media.video.units[0]!;
    if (this.#deps.options.pace === 'reader')
      throw new Error('a stream that its readers pace knows no time of the day');
    if (this.#readers.size === 0) throw new Error('nobody watches this stream');
    const startMs = this.#position();
    const lengthMs = (media.video.duration * times) / 90;
    this.switchTo(media);
    this.#after = { ms: startMs + lengthMs, media: now };
    const firstPictureUtcMs = this.#wallEpochMs + (startMs + first.pts / 90) / this.#speed;
    return { firstPictureUtcMs, endUtcMs: firstPictureUtcMs + lengthMs / this.#speed };
  }

  switchTo(media: LoadedMedia): void {
    this.#after = null;
    for (const pump of this.#pumps.values()) pump.switchTo(media, pump.next().dueMs);
    this.#playhead.switchTo(media, this.#position());
    if (this.#timer) this.#tick();
  }

  stop(): void {
    this.#stopTimer();
    this.#readers.clear();
    this.#pumps.clear();
  }

  #position(): number {
    if (this.#deps.options.pace === 'reader') return this.#furthestMs;
    return (performance.now() - (this.#deps.clock.epochMs ?? performance.now())) * this.#speed;
  }

  #stopTimer(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    this.#stopTimer();
    const until = this.#position();
    let next = this.#playhead.next();
    while (next.dueMs <= until) {
      this.#emit(next, this.#readers);
      this.#playhead.advance();
      next = this.#nextOrAfter();
    }
    this.#timer = later(() => this.#tick(), Math.max(1, (next.dueMs - this.#position()) / this.#speed));
  }

  #nextOrAfter(): DueUnit {
    const next = this.#playhead.next();
    if (!this.#after || next.dueMs < this.#after.ms) return next;
    this.#playhead.switchTo(this.#after.media, this.#after.ms);
    this.#after = null;
    return this.#playhead.next();
  }

  #startPump(reader: SourceReader): void {
    const pump = createPlayhead(this.media());
    pump.moveTo(this.#furthestMs);
    this.#pumps.set(reader, pump);
    const run = (): void => {
      if (this.#pumps.get(reader) !== pump) return;
      for (let count = 0; count < pumpBatch && reader.ready() && this.#deps.faults.frozen === 'off'; count += 1) {
        const next = pump.next();
        this.#emit(next, [reader]);
        this.#furthestMs = Math.max(this.#furthestMs, next.dueMs);
        pump.advance();
      }
      if (reader.ready() && this.#deps.faults.frozen === 'off') setImmediate(run);
      else later(run, 2);
    };
    run();
  }

  #rtpTime(track: 'video' | 'audio', ticks: number, rate: number): number {
    return (this.#base[track] + ticks + Math.round((this.#deps.faults.jumpMs * rate) / 1000)) >>> 0;
  }

  #payloads(due: DueUnit): OutgoingUnit['payloads'] {
    const { options, faults } = this.#deps;
    if (due.track === 'audio') return packAudio(due.media.audio!, due.unit);
    const placement = options.parameterSets ?? 'both';
    return packVideo(
      due.media.video,
      due.unit,
      !faults.hideParameterSets && (placement === 'both' || placement === 'in-band'),
    );
  }

  #emit(due: DueUnit, readers: Iterable<SourceReader>): void {
    const { faults, stats } = this.#deps;
    if (faults.frozen !== 'off') return;
    const payloads = this.#payloads(due);
    const lose = due.track === 'video' ? Math.min(faults.packetsToLose, payloads.length) : 0;
    faults.packetsToLose -= lose;
    stats.packetsLost += lose;
    const rate = due.track === 'video' ? 90_000 : due.media.audio!.clockRate;
    const unit = { payloads, lose, rtpTime: this.#rtpTime(due.track, due.ticks, rate) };
    const report = due.dueMs - this.#lastReport[due.track] >= reportEveryMs * this.#speed;
    if (report) this.#lastReport[due.track] = due.dueMs;
    for (const reader of readers) {
      if (faults.garbageBytes > 0) reader.garbage(faults.garbageBytes);
      const sent = reader.send(due.track, unit);
      if (sent === null) stats.unitsDropped += 1;
      else if (sent > 0) this.#count(sent, payloads.length - lose);
      if (report)
        reader.report(due.track, {
          ntpMs: this.#wallEpochMs + faults.jumpMs + (due.ticks * 1000) / rate / this.#speed,
          rtpTime: unit.rtpTime,
        });
    }
    faults.garbageBytes = 0;
    if (due.track !== 'video') return;
    this.#deps.options.onPicture?.(due.dueMs, performance.timeOrigin + performance.now(), due.ticks);
    this.#deps.options.onShown?.(due.fileMs);
  }

  #count(bytes: number, packets: number): void {
    this.#deps.stats.unitsSent += 1;
    this.#deps.stats.packetsSent += packets;
    this.#deps.stats.bytesSent += bytes;
  }
}
