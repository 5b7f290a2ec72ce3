import { randomBytes } from 'node:crypto';
import { createAacDepacketizer, createG711Depacketizer } from '@sightline/media/rtp/audio-depacketizer';
import { h264Payload } from '@sightline/media/rtp/h264-payload';
import { h265Payload } from '@sightline/media/rtp/h265-payload';
import { createReceptionStats, type ReceptionStats } from '@sightline/media/rtp/reception-stats';
import { parseSenderReport } from '@sightline/media/rtp/rtcp';
import { parseRtpPacket, type RtpPacket } from '@sightline/media/rtp/rtp-packet';
import { createTimestampUnwrapper } from '@sightline/media/rtp/timestamp-unwrapper';
import { createVideoDepacketizer } from '@sightline/media/rtp/video-depacketizer';
import type { SdpAudioTrack, SdpVideoTrack } from '@sightline/media/rtsp/sdp';
import type { UnitPipeline } from '../unit-pipeline.ts';
import { type createAudioClock, type VideoMoment } from './audio-clock.ts';
import { nowUtcMs } from '../../platform/clock.ts';

type AudioClock = ReturnType<typeof createAudioClock>;

/** The receiving end of one RTP track. */
export interface TrackReceiver {
  rtp(packet: Uint8Array): void;
  rtcp(packet: Uint8Array): void;
  /** Receiver report to send now; null before the first packet. */
  report(): Uint8Array | null;
  packetsLost(): number;
}

/** Makes the receiver of the video track. Reports where the video stands, for the audio. */
export function createVideoTrack(
  track: SdpVideoTrack,
  pipeline: UnitPipeline,
  clock: AudioClock | null,
): TrackReceiver & { moment(): VideoMoment | null } {
  const unwrap = createTimestampUnwrapper();
  const scale = 90_000 / track.clockRate;
  let moment: VideoMoment | null = null;
  let lastTimestamp = 0;
  let arrivalMs = 0;
  const depacketizer = createVideoDepacketizer(track.codec === 'h264' ? h264Payload : h265Payload, {
    parameterSet: (nal) => pipeline.parameterSet(nal),
    beside: (data) => pipeline.beside(data),
    picture(picture) {
      const pts90k = Math.round(unwrap(picture.timestamp) * scale);
      lastTimestamp = picture.timestamp;
      moment = { pts90k, arrivalMs };
      pipeline.picture({ data: picture.data, key: picture.key, pts90k, gap: picture.gap, arrivalMs });
    },
  });
  for (const set of track.parameterSets) pipeline.parameterSet(set);
  return {
    ...createReceiver(
      { payloadType: track.payloadType, clockRate: track.clockRate },
      {
        packet(packet, nowMs) {
          arrivalMs = nowMs;
          depacketizer.push(packet);
        },
        senderReport(report) {
          if (moment !== null)
            clock?.videoReport({
              ntpMs: report.ntpMs,
              ticks: moment.pts90k + ((report.rtpTimestamp - lastTimestamp) | 0) * scale,
            });
        },
      },
    ),
    packetsLost: () => depacketizer.packetsLost(),
    moment: () => moment,
  };
}

/** Makes the receiver of the audio track. */
export function createAudioTrack(
  track: SdpAudioTrack,
  pipeline: UnitPipeline,
  sync: { clock: AudioClock; moment: () => VideoMoment | null },
): TrackReceiver {
  const depacketize = track.aac === null ? createG711Depacketizer(track.config) : createAacDepacketizer(track.aac);
  const unwrap = createTimestampUnwrapper();
  let last = { timestamp: 0, ticks: 0, known: false };
  return createReceiver(
    { payloadType: track.payloadType, clockRate: track.clockRate },
    {
      packet(packet, arrivalMs) {
        for (const frame of depacketize(packet)) {
          const ticks = unwrap(frame.timestamp);
          last = { timestamp: frame.timestamp, ticks, known: true };
          const pts90k = sync.clock.place(ticks, arrivalMs, sync.moment());
          if (pts90k !== null) pipeline.audio({ data: frame.data, pts90k, samples: frame.samples, arrivalMs });
        }
      },
      senderReport(report) {
        if (last.known)
          sync.clock.audioReport({
            ntpMs: report.ntpMs,
            ticks: last.ticks + ((report.rtpTimestamp - last.timestamp) | 0),
          });
      },
    },
  );
}

interface ReceiverHooks {
  packet: (packet: RtpPacket, arrivalMs: number) => void;
  senderReport: (report: NonNullable<ReturnType<typeof parseSenderReport>>) => void;
}

function createReceiver(track: { payloadType: number; clockRate: number }, hooks: ReceiverHooks): TrackReceiver {
  const stats: ReceptionStats = createReceptionStats(randomBytes(4).readUInt32BE(), track.clockRate);
  return {
    rtp(bytes) {
      const packet = parseRtpPacket(bytes);
      if (packet === null || packet.payloadType !== track.payloadType) return;
      const nowMs = nowUtcMs();
      stats.packet(packet, nowMs);
      hooks.packet(packet, nowMs);
    },
    rtcp(bytes) {
      const report = parseSenderReport(bytes);
      if (report === null) return;
      stats.senderReport(report, nowUtcMs());
      hooks.senderReport(report);
    },
    report: () => stats.report(nowUtcMs()),
    packetsLost: () => 0,
  };
}
