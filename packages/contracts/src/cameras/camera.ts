import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { id, name, utcMs } from '../shared/ids.ts';
import { coordinates } from '../locations/location.ts';
import { shownStatus, statusState } from '../status/status.ts';
import { analysisSettings, defaultAnalysis } from './camera-analysis.ts';
import { cameraSettingsUpdate } from './camera-settings.ts';
import { onvifAddress } from './device-address.ts';
import { speakerState } from '../talk/talk.ts';

export const streamKind = z.enum(['main', 'sub']);
export const streamTransport = z.enum(['tcp', 'udp']);

/** Which ingest driver reads the stream. `auto` falls back to `node-av` after three failed set-ups. */
export const streamDriver = z.enum(['auto', 'rtsp', 'node-av']);

/** `rtsp://` or `rtsps://` with a host, without user name and password. */
export const rtspUrl = z
  .string()
  .trim()
  .max(2000)
  .regex(/^rtsps?:\/\/[^\s/?#@]+([/?#]\S*)?$/i, 'rtsp address without credentials');

/** An address as people paste it: credentials in it are split off and stored apart. Anything else than RTSP is `camera_url_invalid`. */
export const streamAddress = z.string().trim().min(1).max(2000);

/** What was seen in a stream: codec, size, rate, audio. */
export const streamFormat = z.object({
  videoCodec: z.enum(['h264', 'h265']),
  width: z.number().int(),
  height: z.number().int(),
  fps: z.number().nullable(),
  bitrateKbps: z.number().nullable(),
  gopMs: z.number().nullable(),
  hasBFrames: z.boolean(),
  audioCodec: z.enum(['aac', 'pcmu', 'pcma']).nullable(),
  transport: streamTransport
    .optional()
    .describe(
      'how the pictures travel: another way than was chosen where the camera takes no other. Cores of before do not say it',
    ),
});

/** `online`: units arrive. `connecting`: being set up. `offline`: failed, with cause. `off`: not wanted. */
export const streamState = z.enum(['online', 'connecting', 'offline', 'off']);

/** How a stream is, why when it is not well, and since when. */
export const streamStatus = z.object({
  state: streamState,
  cause: errorCode.nullable(),
  sinceUtcMs: utcMs,
});

/** One stream of a camera as people see it. `format` is null before the first picture. */
export const cameraStream = z.object({
  id,
  kind: streamKind,
  /** Null for whoever may not edit the camera: how it is reached is for those who set it up. */
  url: z.string().nullable().describe('without credentials'),
  transport: streamTransport,
  driver: streamDriver,
  format: streamFormat.nullable(),
  status: streamStatus,
});

/** What a camera can be as a whole. */
export const cameraState = statusState;

/** How a camera is shown as a whole: which part failed, why, and since when. */
export const cameraStatus = shownStatus;

/** `continuous`: every second is wanted. `motion`, `objects`: what moves or is recognised, with pre- and post-roll. `schedule`: the hours of `recordingSettings.schedule`. `off`: nothing is. */
export const recordingMode = z.enum(['continuous', 'motion', 'objects', 'schedule', 'off']);

/** Days that footage is kept, 1-3650. */
export const retentionDays = z.number().int().min(1).max(3650);

/** Where a camera of a hosted core stands; other cameras stand at their location. */
export const cameraPlace = z.object({
  address: z.string().trim().max(300).nullable(),
  coordinates: coordinates.nullable(),
});

/** A camera. Never carries its password; how it is reached (`url`, `username`, `hasPassword`, `onvif`) only for whoever may edit it. `can` says what the caller may do with it. */
export const camera = z.object({
  id,
  name: z.string(),
  locationId: id,
  locationName: z.string(),
  /** IANA zone of the site. */
  timeZone: z.string(),
  edgeId: id,
  edgeName: z.string(),
  /** Its core is a hosted one: a cloud-only camera. */
  isHosted: z.boolean(),
  streams: z.array(cameraStream),
  /** Shown so that people can recognise the account; the password is write-only. */
  username: z.string().nullable(),
  hasPassword: z.boolean().nullable(),
  /** Where it answers ONVIF, or null: it is known by its streams alone, or the caller may not edit it. */
  onvif: onvifAddress.nullable(),
  recordingMode,
  retentionDays,
  retentionBytes: z.number().int().positive().nullable(),
  analysis: analysisSettings,
  status: cameraStatus,
  /** Signed for 5 minutes, or null before the first picture. */
  posterUrl: z.string().nullable(),
  isSync: z.boolean(),
  createdAt: utcMs,
  revision: z.number().int(),
  /** `originals`: may see what the camera hides, and so hide less of it. */
  can: z.object({
    live: z.boolean(),
    playback: z.boolean(),
    originals: z.boolean(),
    edit: z.boolean(),
    remove: z.boolean(),
    export: z.boolean(),
    talk: z.boolean(),
  }),
});

/** A stream as it is saved. The address carries no credentials. */
export const streamInput = z.object({
  kind: streamKind,
  url: streamAddress,
  transport: streamTransport.default('tcp'),
  driver: streamDriver.default('auto'),
});

const accountText = z
  .string()
  .max(200)
  // A line break would end the header of RTSP or HTTP in which it is sent.
  .regex(/^\P{Cc}*$/u);
/** User name and password may be empty: some cameras have none. */
export const credentialsInput = z.object({ username: accountText, password: accountText });

/** A camera to be added. */
export const cameraInput = z.object({
  name,
  edgeId: id,
  locationId: id,
  /** One main stream and at most one sub stream. */
  streams: z.array(streamInput).min(1).max(2),
  credentials: credentialsInput.default({ username: '', password: '' }),
  recordingMode: recordingMode.default('continuous'),
  retentionDays: retentionDays.default(30),
  retentionBytes: z.number().int().min(100_000_000).nullable().default(null),
  analysis: analysisSettings.default(() => defaultAnalysis),
  onvif: onvifAddress.nullable().default(null),
  /** What is absent has its default. */
  settings: cameraSettingsUpdate.default({}),
  /** Only with a hosted core. */
  place: cameraPlace.nullable().default(null),
});

/** Absent fields stay. `credentials` replaces both user name and password. */
export const cameraUpdate = z.object({
  name: name.optional(),
  locationId: id.optional(),
  streams: z.array(streamInput).min(1).max(2).optional(),
  credentials: credentialsInput.optional(),
  recordingMode: recordingMode.optional(),
  retentionDays: retentionDays.optional(),
  retentionBytes: z.number().int().min(100_000_000).nullable().optional(),
  /** Replaces all of it. */
  analysis: analysisSettings.optional(),
  onvif: onvifAddress.nullable().optional(),
  settings: cameraSettingsUpdate.optional(),
  /** Only with a hosted core. */
  place: cameraPlace.optional(),
  /** Of the camera as the caller read it: another one is answered `conflict`. Without it the change is made to whatever is there. */
  revision: z.number().int().min(1).optional(),
});

/** Things worth saying about a stream that works. */
export const streamWarning = z.enum(['bFrames', 'hevc', 'wideGop', 'noSubStream', 'highBitrate', 'lowFps', 'udpOnly']);

/** 200 KB as base64, and what stands before it in a data URL. */
const snapshotCharacters = 280_000;

/**
 * Result of looking at a stream for a few seconds from the core. `snapshot` is a JPEG data URL, at most 200 KB. `speaker`: whether the
 * camera can be talked through; cores of before do not say it.
 */
export const streamTest = z.object({
  format: streamFormat,
  warnings: z.array(streamWarning).max(20),
  snapshot: z.string().max(snapshotCharacters).nullable(),
  setupMs: z.number(),
  driver: z.enum(['rtsp', 'node-av']),
  speaker: speakerState.default({ speaker: 'unknown', cause: null }),
});

/** What a look at a stream came to, for whoever asked. `isPictureHidden`: there is none because a camera of this device hides something from them. */
export const streamProbe = streamTest.extend({ isPictureHidden: z.boolean() });

export type Camera = z.infer<typeof camera>;
export type CameraInput = z.infer<typeof cameraInput>;
export type CameraUpdate = z.infer<typeof cameraUpdate>;
export type CameraState = z.infer<typeof cameraState>;
export type CameraStatus = z.infer<typeof cameraStatus>;
export type StreamInput = z.infer<typeof streamInput>;
export type StreamFormat = z.infer<typeof streamFormat>;
export type StreamKind = z.infer<typeof streamKind>;
export type StreamState = z.infer<typeof streamState>;
export type StreamStatus = z.infer<typeof streamStatus>;
export type StreamProbe = z.infer<typeof streamProbe>;
export type StreamTest = z.infer<typeof streamTest>;
export type StreamWarning = z.infer<typeof streamWarning>;
export type RecordingMode = z.infer<typeof recordingMode>;
