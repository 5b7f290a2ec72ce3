import { z } from 'zod';
import { recognitionSwitch } from '../organizations/recognition-switch.ts';
import { eventClass } from '../events/event.ts';
import { id, name } from '../shared/ids.ts';
import { picturePolygon } from './picture-shape.ts';

/** Minutes since midnight by the clocks of a zone; 1440 is the end of the day. */
export const minuteOfDay = z.number().int().min(0).max(1440);

/** Hours of a week in the site's zone: `day` 0 is Sunday; `fromMinute` before `toMinute`, 1440 is the end of the day. */
export const weeklyHours = z
  .array(
    z
      .object({ day: z.number().int().min(0).max(6), fromMinute: minuteOfDay, toMinute: minuteOfDay })
      .refine((span) => span.fromMinute < span.toMinute, 'from before to'),
  )
  .max(70);

/** What is written, beside `recordingMode` and the retention of the camera. */
export const recordingSettings = z.object({
  /** When footage is wanted with mode `schedule`. Empty with any other mode means nothing. */
  schedule: weeklyHours.default(() => []),
  /** With modes `motion` and `objects`: seconds kept before and after what moved, 0-30 and 1-300. */
  preRollS: z.number().int().min(0).max(30).default(5),
  postRollS: z.number().int().min(1).max(300).default(15),
  /** `whenNeeded`: the main stream is read only while somebody watches it or its footage is wanted; footage then comes from the sub stream. */
  mainStreamMode: z.enum(['always', 'whenNeeded']).default('always'),
  /** Which streams are written. `both` is read as the only one there is when the camera has one. */
  storageStreams: z.enum(['both', 'main', 'sub']).default('both'),
  /** Keeps footage with motion, objects or events longer than `retentionDays`. */
  smartStorage: z
    .object({ isOn: z.boolean(), retentionDays: z.number().int().min(1).max(3650) })
    .default(() => ({ isOn: false, retentionDays: 90 })),
  recordsAudio: z.boolean().default(true),
});

/** Each of them on or off. */
export const recognitionSwitches = z.record(recognitionSwitch, z.boolean());

/** A named area that is always hidden. */
export const privacyZone = z.object({ id, name, points: picturePolygon });

/** What is hidden from everyone without OriginalsView, in live, playback, pictures and exports. */
export const privacySettings = z.object({
  zones: z
    .array(picturePolygon)
    .max(20)
    .default(() => []),
  definedZones: z
    .array(privacyZone)
    .max(20)
    .default(() => []),
  objectsToPixelate: z
    .array(eventClass)
    .max(3)
    .default(() => []),
  privacyType: z.enum(['pixelate', 'fill']).default('pixelate'),
});

/** What of this camera's events can be searched. */
export const cameraSearchSettings = z.object({
  isSearchable: z.boolean().default(true),
  /** "Show me this again" finds things of this camera. */
  comparesLooks: z.boolean().default(true),
  comparesFaces: z.boolean().default(true),
});

/** Something that stands in this camera's view and belongs to it: a till, a gate, a rack. */
export const cameraAsset = z.object({
  id,
  name,
  kind: z.enum(['door', 'gate', 'till', 'machine', 'shelf', 'vehicle', 'other']),
  note: z.string().max(500).default(''),
});

/** The camera's own web page, reached through its core. */
export const vpnConfiguration = z.object({
  isOn: z.boolean().default(false),
  scheme: z.enum(['http', 'https']).default('http'),
  port: z.number().int().min(1).max(65_535).default(80),
});

/** How pictures travel to browsers. */
export const deliverySettings = z.object({
  /** Off: browsers get the picture through the server only. */
  isWebrtc: z.boolean().default(true),
  /** Whether a relay of the media may be used when there is no direct way. */
  isWebrtcRelay: z.boolean().default(true),
});

/** What people wrote of the camera when it was added, and whether its core chose the streams that it offers. */
export const cameraRemarks = z.object({
  description: z.string().trim().max(500).default(''),
  autoConfigure: z.boolean().default(false),
});

/** Everything of a camera that is set beyond its streams, its retention and what its core looks for. */
export const cameraSettings = z.object({
  recording: recordingSettings.default(() => recordingSettings.parse({})),
  recognition: recognitionSwitches.default(() => ({
    vehicleMMC: false,
    protectiveGear: false,
    forklift: false,
    container: false,
    shoppingCart: false,
  })),
  privacy: privacySettings.default(() => privacySettings.parse({})),
  cameraSearchSettings: cameraSearchSettings.default(() => cameraSearchSettings.parse({})),
  cameraAssets: z
    .array(cameraAsset)
    .max(100)
    .default(() => []),
  vpnConfiguration: vpnConfiguration.default(() => vpnConfiguration.parse({})),
  delivery: deliverySettings.default(() => deliverySettings.parse({})),
  details: cameraRemarks.default(() => cameraRemarks.parse({})),
});

type Shape = Record<string, z.ZodType>;

/** Every field may be absent, and then is absent: `partial()` would fill it with its default. */
const absentStays = <T extends z.ZodObject>(object: T): z.ZodType<Partial<z.output<T>>, Partial<z.input<T>>> =>
  z.object(
    Object.fromEntries(
      Object.entries(object.shape as Shape).map(([key, field]) => [
        key,
        (field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field).optional(),
      ]),
    ),
  ) as unknown as z.ZodType<Partial<z.output<T>>, Partial<z.input<T>>>;

/** A change of settings: absent parts stay, and so do absent fields of a part. Lists are replaced. */
export const cameraSettingsUpdate = z.object({
  recording: absentStays(recordingSettings).optional(),
  recognition: z.partialRecord(recognitionSwitch, z.boolean()).optional(),
  privacy: absentStays(privacySettings).optional(),
  cameraSearchSettings: absentStays(cameraSearchSettings).optional(),
  cameraAssets: z.array(cameraAsset).max(100).optional(),
  vpnConfiguration: absentStays(vpnConfiguration).optional(),
  delivery: absentStays(deliverySettings).optional(),
  details: absentStays(cameraRemarks).optional(),
});

/** Settings of a camera that nobody changed. */
export const defaultCameraSettings = cameraSettings.parse({});

export type CameraAsset = z.infer<typeof cameraAsset>;
export type CameraSettings = z.infer<typeof cameraSettings>;
export type CameraSettingsUpdate = z.infer<typeof cameraSettingsUpdate>;
export type PrivacySettings = z.infer<typeof privacySettings>;
export type RecordingSettings = z.infer<typeof recordingSettings>;
export type WeeklyHours = z.infer<typeof weeklyHours>;
