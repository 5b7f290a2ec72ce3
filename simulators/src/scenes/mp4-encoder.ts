import { open, rename, rm } from 'node:fs/promises';
import { Encoder, Muxer } from 'node-av/api';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_LOG_ERROR,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
  FF_ENCODER_PCM_ALAW,
  FF_ENCODER_PCM_MULAW,
} from 'node-av/constants';
import { Frame, Log, Rational } from 'node-av/lib';
import { speechLikeTone } from './speech-like-tone.ts';

// Native code: import this file only in a process of its own (see media-worker.ts).

export interface VideoPlan {
  codec: 'h264' | 'h265';
  width: number;
  height: number;
  fps: number;
  /** Distance of keyframes in frames; scene cuts never add one. */
  gopFrames: number;
  /** Consecutive B-frames, 0 for none. */
  bFrames: number;
  /** Constant quality, 18 (fine) to 35 (coarse). */
  crf: number;
  /** Upper bound of the rate. */
  maxRateKbps: number;
  preset: 'ultrafast' | 'superfast' | 'veryfast' | 'faster';
}

export interface AudioPlan {
  codec: 'aac' | 'pcmu' | 'pcma';
  durationMs: number;
}

export interface EncodePlan {
  /** Target file; appears complete or not at all. */
  file: string;
  video: VideoPlan;
  audio?: AudioPlan;
  /** I420 pictures in order; each is used before the next is asked for, so one buffer may be reused. */
  frames: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

function createVideoEncoder(plan: VideoPlan): Promise<Encoder> {
  const context = {
    gopSize: plan.gopFrames,
    maxBFrames: plan.bFrames,
    threadCount: 2,
    framerate: new Rational(plan.fps, 1),
    rcMaxRate: plan.maxRateKbps * 1000,
    rcBufferSize: plan.maxRateKbps * 1000,
  };
  const common = { preset: plan.preset, crf: plan.crf };
  if (plan.codec === 'h264') {
    return Encoder.create(FF_ENCODER_LIBX264, {
      context,
      options: {
        ...common,
        'x264-params': `scenecut=0:open-gop=0:keyint=${plan.gopFrames}:min-keyint=${plan.gopFrames}:bframes=${plan.bFrames}:b-adapt=0`,
        profile: 'main',
      },
    });
  }
  return Encoder.create(FF_ENCODER_LIBX265, {
    context,
    configure: (codec) => {
      codec.codecTag = 'hvc1';
    },
    options: {
      ...common,
      'x265-params': `scenecut=0:open-gop=0:keyint=${plan.gopFrames}:min-keyint=${plan.gopFrames}:bframes=${plan.bFrames}:log-level=none:pools=2`,
    },
  });
}

async function writePackets(
  muxer: Muxer,
  encoder: Encoder,
  work: { stream: number; frame: Frame | null },
): Promise<void> {
  const packets = await encoder.encodeAll(work.frame);
  for (const packet of packets) {
    await muxer.writePacket(packet, work.stream);
    packet.free();
  }
}

async function* audioFrames(plan: AudioPlan): AsyncGenerator<Frame> {
  const aac = plan.codec === 'aac';
  const sampleRate = aac ? 16_000 : 8000;
  const perFrame = aac ? 1024 : 160;
  const frames = Math.ceil((plan.durationMs * sampleRate) / 1000 / perFrame);
  for (let index = 0; index < frames; index += 1) {
    const tone = speechLikeTone({ firstSample: index * perFrame, samples: perFrame, sampleRate });
    const bytes = aac
      ? Buffer.from(tone.buffer)
      : Buffer.from(Int16Array.from(tone, (value) => Math.round(value * 32_000)).buffer);
    const frame = Frame.fromAudioBuffer(bytes, {
      nbSamples: perFrame,
      format: aac ? AV_SAMPLE_FMT_FLTP : AV_SAMPLE_FMT_S16,
      sampleRate,
      channelLayout: AV_CHANNEL_LAYOUT_MONO,
      timeBase: { num: 1, den: sampleRate },
      pts: BigInt(index * perFrame),
    });
    yield frame;
  }
}

function createAudioEncoder(plan: AudioPlan): Promise<Encoder> {
  if (plan.codec === 'aac') return Encoder.create(FF_ENCODER_AAC, { context: { bitRate: 32_000 } });
  return Encoder.create(plan.codec === 'pcmu' ? FF_ENCODER_PCM_MULAW : FF_ENCODER_PCM_ALAW, {});
}

async function encodeVideo(
  plan: EncodePlan,
  target: { muxer: Muxer; encoder: Encoder; stream: number; afterFrame: (timeMs: number) => Promise<void> },
): Promise<void> {
  const { width, height, fps } = plan.video;
  let index = 0;
  for await (const picture of plan.frames) {
    const frame = Frame.fromVideoBuffer(Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength), {
      format: AV_PIX_FMT_YUV420P,
      width,
      height,
      timeBase: { num: 1, den: fps },
      pts: BigInt(index),
    });
    await writePackets(target.muxer, target.encoder, { stream: target.stream, frame });
    frame.free();
    index += 1;
    await target.afterFrame((index * 1000) / fps);
  }
  await writePackets(target.muxer, target.encoder, { stream: target.stream, frame: null });
}

/** G.711 has no place in MP4 proper; the QuickTime flavour carries it and our demuxer reads both. */
async function muxInto(temporary: string, plan: EncodePlan): Promise<void> {
  const video = await createVideoEncoder(plan.video);
  const audio = plan.audio ? await createAudioEncoder(plan.audio) : null;
  const quickTime = plan.audio !== undefined && plan.audio.codec !== 'aac';
  const muxer = await Muxer.open(temporary, { format: quickTime ? 'mov' : 'mp4', options: { movflags: '+faststart' } });
  try {
    const stream = muxer.addStream(video);
    const audioStream = audio ? muxer.addStream(audio) : -1;
    const sound = plan.audio ? audioFrames(plan.audio) : null;
    let soundMs = 0;
    const afterFrame = async (timeMs: number): Promise<void> => {
      while (audio && sound && soundMs < timeMs) {
        const next = await sound.next();
        if (next.done) return;
        await writePackets(muxer, audio, { stream: audioStream, frame: next.value });
        soundMs += (next.value.nbSamples * 1000) / next.value.sampleRate;
        next.value.free();
      }
    };
    await encodeVideo(plan, { muxer, encoder: video, stream, afterFrame });
    if (audio) await writePackets(muxer, audio, { stream: audioStream, frame: null });
  } finally {
    await muxer.close();
    video.close();
    audio?.close();
  }
}

/** Encodes raw pictures to an MP4 file that our RTSP server can loop. The file appears by rename, never half written. */
export async function encodeMp4(plan: EncodePlan): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  const temporary = `${plan.file}.${process.pid}.part`;
  try {
    await muxInto(temporary, plan);
    const handle = await open(temporary, 'r');
    await handle.sync();
    await handle.close();
    await rename(temporary, plan.file);
  } finally {
    await rm(temporary, { force: true });
  }
}
