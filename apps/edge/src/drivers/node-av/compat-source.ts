import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_PCM_ALAW,
  AV_CODEC_ID_PCM_MULAW,
  AV_NOPTS_VALUE,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, Packet, type Stream } from 'node-av/lib';
import { readAudioSpecificConfig } from '@sightline/media/rtsp/sdp';
import type { AudioConfig, SourceEndReason, VideoCodec } from '@sightline/media/units/access-unit';
import { reasonOfCode } from './compat-errors.ts';
import type { OpenStreamRelay, StreamRelay } from '../stream-relay.ts';
import type { FromCompatWorker, ToCompatWorker } from './compat-messages.ts';
import { nowUtcMs } from '../../platform/clock.ts';

// Native code: only the compatibility worker imports this file.

interface Tracks {
  video: Stream;
  codec: VideoCodec;
  audio: Stream | null;
  audioConfig: AudioConfig | null;
}

// Without a context of its own before opening, interrupt() does nothing and a silent camera can never be left.
function newContext(): FormatContext {
  const context = new FormatContext();
  context.allocContext();
  return context;
}

class CompatFailure extends Error {
  readonly reason: SourceEndReason;

  constructor(reason: SourceEndReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** One camera read by FFmpeg's RTSP demuxer, through a relay. */
export class CompatSource {
  readonly #id: number;
  readonly #send: (message: FromCompatWorker) => void;
  readonly #openRelay: OpenStreamRelay;
  #context = newContext();
  #stopped = false;
  #early: Incoming[] | null = [];

  constructor(id: number, parts: { send: (message: FromCompatWorker) => void; openRelay: OpenStreamRelay }) {
    this.#id = id;
    this.#send = parts.send;
    this.#openRelay = parts.openRelay;
  }

  /** Runs until the source ends; always reports the end. */
  async run(options: Extract<ToCompatWorker, { type: 'open' }>): Promise<void> {
    let opened = false;
    let end: { reason: SourceEndReason; detail: string } = {
      reason: 'camera_closed',
      detail: 'the camera ended the stream',
    };
    let relay: StreamRelay | null = null;
    try {
      relay = await this.#openRelay(options);
      const tracks = await this.#open(relay, options.setupTimeoutMs);
      opened = true;
      await this.#read(tracks);
    } catch (error) {
      // What FFmpeg makes of it is less than what the relay saw.
      end = relay?.failure() ?? describe(error, opened);
    }
    await Promise.all([this.#context.closeInput(), relay?.close()]);
    this.#send({ type: 'ended', id: this.#id, ...(this.#stopped ? { reason: 'stopped', detail: 'stopped' } : end) });
  }

  stop(): void {
    this.#stopped = true;
    this.#context.interrupt();
  }

  async #open(relay: StreamRelay, setupTimeoutMs: number): Promise<Tracks> {
    await this.#openThrough(relay, setupTimeoutMs);
    // No findStreamInfo: it costs two seconds; what it would find is read from the parameter sets.
    const tracks = findTracks(this.#context.streams);
    const extra = tracks.video.codecpar.extradata;
    this.#send({
      type: 'opened',
      id: this.#id,
      codec: tracks.codec,
      audio: tracks.audioConfig,
      transport: relay.transport(),
      extra: extra === null ? new Uint8Array(0) : new Uint8Array(extra),
    });
    return tracks;
  }

  // All that it may call is the relay: it is given no account, no other protocol than TCP, and never hears of another address.
  async #openThrough(relay: StreamRelay, setupTimeoutMs: number): Promise<void> {
    const settings = Dictionary.fromObject({
      rtsp_transport: 'tcp',
      protocol_whitelist: 'tcp',
      timeout: String(setupTimeoutMs * 1000),
      fflags: 'nobuffer',
    });
    FFmpegError.throwIfError(await this.#context.openInput(relay.url, null, settings), 'open');
  }

  async #read(tracks: Tracks): Promise<void> {
    const packet = new Packet();
    packet.alloc();
    try {
      for (;;) {
        const code = await this.#context.readFrame(packet);
        if (this.#stopped) return;
        FFmpegError.throwIfError(code, 'read');
        if (packet.streamIndex === tracks.video.index) this.#video(packet, tracks.video);
        else if (packet.streamIndex === tracks.audio?.index) this.#audio(packet, tracks.audio);
        packet.unref();
      }
    } finally {
      packet.free();
    }
  }

  // The first packets come without a time. They wait for two that have one, and stand evenly before these.
  #video(packet: Packet, stream: Stream): void {
    const unit: Incoming = {
      data: new Uint8Array(packet.data ?? []),
      key: packet.isKeyframe,
      arrivalMs: nowUtcMs(),
      pts90k: packet.pts === AV_NOPTS_VALUE ? null : toTicks(packet.pts, stream),
    };
    if (this.#early === null) {
      if (unit.pts90k !== null) this.#send({ type: 'video', id: this.#id, ...unit, pts90k: unit.pts90k });
      return;
    }
    this.#early.push(unit);
    const timed = this.#early.flatMap((one) => one.pts90k ?? []);
    const untimed = this.#early.length - timed.length;
    if (timed.length < 2 && (untimed > 0 || timed.length === 0) && this.#early.length < maxEarly) return;
    const step = timed.length < 2 ? 1 : Math.max(1, Math.abs(timed[1]! - timed[0]!));
    for (const [index, one] of this.#early.entries()) {
      this.#send({
        type: 'video',
        id: this.#id,
        ...one,
        pts90k: one.pts90k ?? (timed[0] ?? 0) - (untimed - index) * step,
      });
    }
    this.#early = null;
  }

  #audio(packet: Packet, stream: Stream): void {
    if (packet.pts === AV_NOPTS_VALUE) return;
    this.#send({
      type: 'audio',
      id: this.#id,
      data: new Uint8Array(packet.data ?? []),
      pts90k: toTicks(packet.pts, stream),
      arrivalMs: nowUtcMs(),
    });
  }
}

interface Incoming {
  data: Uint8Array;
  key: boolean;
  arrivalMs: number;
  pts90k: number | null;
}

const maxEarly = 8;

function toTicks(time: bigint, stream: Stream): number {
  const { num, den } = stream.timeBase;
  return Math.round((Number(time) * num * 90_000) / den);
}

function findTracks(streams: Stream[]): Tracks {
  const videos = streams.filter((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO);
  const video = videos.find((stream) => codecOf(stream) !== null);
  if (video === undefined && videos.length > 0)
    throw new CompatFailure('camera_codec_unsupported', 'the camera sends another codec than H.264 or H.265');
  if (video === undefined) throw new CompatFailure('camera_no_video', 'the stream has no video');
  const audio =
    streams.find((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO && audioConfig(stream) !== null) ?? null;
  return { video, codec: codecOf(video)!, audio, audioConfig: audio === null ? null : audioConfig(audio) };
}

function codecOf(stream: Stream): VideoCodec | null {
  const id = stream.codecpar.codecId;
  return id === AV_CODEC_ID_H264 ? 'h264' : id === AV_CODEC_ID_HEVC ? 'h265' : null;
}

function audioConfig(stream: Stream): AudioConfig | null {
  const { codecId, sampleRate, channels, extradata } = stream.codecpar;
  const common = { sampleRate, channels: channels || 1 };
  if (codecId === AV_CODEC_ID_PCM_MULAW)
    return { ...common, codec: 'pcmu', codecString: 'ulaw', specific: new Uint8Array(0) };
  if (codecId === AV_CODEC_ID_PCM_ALAW)
    return { ...common, codec: 'pcma', codecString: 'alaw', specific: new Uint8Array(0) };
  if (codecId !== AV_CODEC_ID_AAC || extradata === null || extradata.length < 2) return null;
  const specific = new Uint8Array(extradata);
  const info = readAudioSpecificConfig(specific);
  return {
    codec: 'aac',
    codecString: `mp4a.40.${info.objectType}`,
    sampleRate: info.sampleRate || sampleRate,
    channels: info.channels || common.channels,
    specific,
  };
}

function describe(error: unknown, opened: boolean): { reason: SourceEndReason; detail: string } {
  if (error instanceof CompatFailure) return { reason: error.reason, detail: error.message };
  // The library's message may hold the URL with credentials: only the code is told.
  if (error instanceof FFmpegError)
    return { reason: reasonOfCode(error.code, opened), detail: `FFmpeg error ${error.code}` };
  return { reason: 'camera_closed', detail: error instanceof Error ? error.name : 'unknown error' };
}
