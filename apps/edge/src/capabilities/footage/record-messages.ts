import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { AudioCodec, SourceEndReason, VideoCodec } from '@sightline/media/units/access-unit';

/** Why nobody recorded: the core did not run, on account of an update, or it did and its recorder had ended. */
export type DownCause = 'edge_down' | 'core_updating' | 'recorder_down';

/** Why a moment has no footage. Source reasons are used unchanged, so that the timeline says what the status said. */
export type GapCause =
  | Exclude<SourceEndReason, 'stopped'>
  | 'starting'
  | DownCause
  | 'disk_full'
  | 'disk_slow'
  | 'disk_failed'
  | 'footage_disk_away'
  | 'recording_off'
  | 'not_scheduled'
  | 'recording_no_motion'
  | 'recording_no_objects'
  | 'stream_not_stored'
  | 'packet_loss'
  | 'clock_jump'
  | 'footage_damaged';

/** A segment file exists and holds its init section. Paths are relative to the volume, with forward slashes. */
export interface SegmentOpenedMessage {
  type: 'segment.opened';
  streamId: string;
  path: string;
  startAtUtcMs: number;
  /** Bytes of ftyp + moov at the start of the file. */
  initBytes: number;
  videoCodec: VideoCodec;
  codecString: string;
  width: number;
  height: number;
  audioCodec: AudioCodec | null;
}

/** A fragment is on disk (synced by policy) and in the `.idx` file. Everything up to `endAtUtcMs` is safe. */
export interface FragmentWrittenMessage {
  type: 'fragment.written';
  streamId: string;
  path: string;
  startAtUtcMs: number;
  endAtUtcMs: number;
  /** Byte range in the segment file. */
  offset: number;
  bytes: number;
  startsWithKey: boolean;
}

/** A segment is complete: no byte of it will change any more. Sent for repaired segments also. */
export interface SegmentClosedMessage {
  type: 'segment.closed';
  streamId: string;
  path: string;
  startAtUtcMs: number;
  endAtUtcMs: number;
  /** Bytes of the .mp4 file. */
  bytes: number;
  videoCodec: VideoCodec;
  codecString: string;
  width: number;
  height: number;
  audioCodec: AudioCodec | null;
  /** True when repair after a crash closed it. */
  repaired: boolean;
}

/** A segment file held nothing at all, is gone, or was set aside because it cannot be read: forget its row. */
export interface SegmentRemovedMessage {
  type: 'segment.removed';
  streamId: string;
  path: string;
  reason: 'empty' | 'retention' | 'missing' | 'damaged';
}

/** A segment, or a piece of one, cannot be read and lies at this path of the volume instead. */
export interface FootageSetAsideMessage {
  type: 'footage.setAside';
  streamId: string;
  path: string;
}

/**
 * The gap ledger: upsert by (streamId, startAtUtcMs). Sent when a gap opens (end = start), every 5 s while it is open, when
 * its cause becomes another (the old one closes, a new one opens at the same moment) and when it closes. Because the end is
 * always the last moment known, a crash leaves no open row: the next start continues with a `DownCause` from the latest end.
 */
export interface GapMessage {
  type: 'gap';
  streamId: string;
  startAtUtcMs: number;
  endAtUtcMs: number;
  cause: GapCause;
  open: boolean;
}

/** State of the volume changed. */
export interface DiskStatusMessage {
  type: 'disk.status';
  state: 'ok' | 'disk_full' | 'disk_slow' | 'disk_failed' | 'footage_disk_away';
  detail: string;
  atUtcMs: number;
}

/**
 * A stream of which only some footage is wanted: `cause` says why everything is written just now, null that judgements decide.
 * Sent when it changes; the first state is null.
 */
export interface RecordSelectionMessage {
  type: 'record.selection';
  streamId: string;
  cause: ErrorCode | null;
  atUtcMs: number;
}

/** Memory did not hold all of the pre-roll of a stream: of `wantedMs` so much was left. At most once a minute for each stream. */
export interface RecordPreRollMessage {
  type: 'record.preRollCut';
  streamId: string;
  wantedMs: number;
  leftMs: number;
  atUtcMs: number;
}

/** Files lie on the disk that the store does not know yet, older than those that it will know next. */
export interface StreamUnreadMessage {
  type: 'stream.unread';
  streamId: string;
}

/** Every file of the stream was looked at and told: none lies on the disk that the store does not know. */
export interface StreamReadMessage {
  type: 'stream.read';
  streamId: string;
}

export type RecordMessage =
  | StreamUnreadMessage
  | StreamReadMessage
  | SegmentOpenedMessage
  | FragmentWrittenMessage
  | SegmentClosedMessage
  | SegmentRemovedMessage
  | FootageSetAsideMessage
  | GapMessage
  | DiskStatusMessage
  | RecordSelectionMessage
  | RecordPreRollMessage;
