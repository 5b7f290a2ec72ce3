/** Video codecs that the edge records. */
export type VideoCodec = 'h264' | 'h265';

/** Audio codecs that the edge records. `pcmu`/`pcma` are G.711 at 8 kHz. */
export type AudioCodec = 'aac' | 'pcmu' | 'pcma';

/** What a decoder must know before the first picture. Parameter sets are raw NAL units without start code or length. */
export interface VideoConfig {
  codec: VideoCodec;
  /** Sequence parameter sets, in the order seen. */
  sps: Uint8Array[];
  pps: Uint8Array[];
  /** H.265 only; empty for H.264. */
  vps: Uint8Array[];
  /** Cropped picture size in pixels, parsed from the SPS. */
  width: number;
  height: number;
  /** RFC 6381 string, for instance `avc1.4D401F` or `hvc1.1.6.L93.B0`. */
  codecString: string;
  /** Frames per second by the SPS timing, or null when it does not say. */
  nominalFps: number | null;
  /** True when pictures may leave the decoder in another order than they arrive (B-frames). */
  reorders: boolean;
}

export interface AudioConfig {
  codec: AudioCodec;
  sampleRate: number;
  channels: number;
  /** AudioSpecificConfig for AAC; empty for G.711. */
  specific: Uint8Array;
  /** `mp4a.40.2`, `ulaw` or `alaw`. */
  codecString: string;
}

/** Everything a recorder or viewer must know of a stream before its first unit. */
export interface StreamConfig {
  video: VideoConfig;
  audio: AudioConfig | null;
}

/**
 * One coded picture. `data` holds 4-byte length-prefixed NAL units as the camera sent them, parameter sets, delimiters and filler removed.
 * Times are in 90 kHz ticks since the first unit after connecting; they never wrap (unwrapped from RTP's 32 bits).
 */
export interface AccessUnit {
  kind: 'video';
  data: Uint8Array;
  key: boolean;
  pts90k: number;
  dts90k: number;
  /** Wall clock of the last packet's arrival, UTC milliseconds. */
  arrivalMs: number;
  /** Something was lost directly before this unit. */
  gap: boolean;
}

/** One audio frame (AAC raw frame without ADTS, or one packet of G.711 samples). */
export interface AudioUnit {
  kind: 'audio';
  data: Uint8Array;
  /** Presentation time in 90 kHz ticks on the video's time line. */
  pts90k: number;
  /** Number of PCM samples per channel that `data` stands for. */
  samples: number;
  arrivalMs: number;
}

/** A picture or a piece of sound. */
export type MediaUnit = AccessUnit | AudioUnit;

/** Why a source ended. Codes are those of the error catalogue (`contracts/shared/errors`). */
export type SourceEndReason =
  | 'camera_unreachable'
  | 'camera_address_refused'
  | 'camera_credentials_refused'
  | 'camera_path_not_found'
  | 'camera_not_rtsp'
  | 'camera_timeout'
  | 'camera_stalled'
  | 'camera_closed'
  | 'camera_no_video'
  | 'camera_codec_unsupported'
  | 'camera_transport_refused'
  | 'camera_no_parameter_sets'
  // A process of ours that read it has ended: nothing is wrong with the camera.
  | 'recorder_down'
  | 'stopped';

/** What an ingest driver tells its owner, in this order: config, units..., (config at a keyframe, units...), end. */
export interface SourceEvents {
  config: (config: StreamConfig) => void;
  unit: (unit: MediaUnit) => void;
  end: (reason: SourceEndReason, detail: string) => void;
}
