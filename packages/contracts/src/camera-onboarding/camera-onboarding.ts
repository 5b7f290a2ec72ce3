import { z } from 'zod';
import { camera, credentialsInput, recordingMode, retentionDays } from '../cameras/camera.ts';
import { foundDevice, onvifDevice, onvifProfile } from '../cameras/camera-onvif.ts';
import { onvifAddress } from '../cameras/device-address.ts';
import { errorCode } from '../shared/errors.ts';
import { id, name, utcMs } from '../shared/ids.ts';

/** How a camera comes to its core. */
export const onboardingWay = z.enum(['scan', 'onvif', 'file', 'manual']);

/** What a core found in its own network; kept for a day, so that a page that is opened again still shows it. */
export const cameraScan = z.object({
  id,
  edgeId: id,
  state: z.enum(['running', 'finished', 'cancelled', 'failed']),
  /** Why it failed. */
  cause: errorCode.nullable(),
  /** Whether the core also asked the addresses of its own subnet, with consent. */
  probesSubnet: z.boolean(),
  startedAtUtcMs: utcMs,
  /** When the core answers at the latest. */
  endsByUtcMs: utcMs,
  devices: z
    .array(
      foundDevice.omit({ uuid: true }).extend({
        /** Cameras of this core that the caller may see and that are this device. */
        cameraCount: z.number().int().min(0),
        /** Channels that the device had when one of them was added; null where nobody asked it. */
        channelCount: z.number().int().min(1).nullable(),
        /** It says that it is these cameras, but they are set to another address. */
        isElsewhere: z.boolean(),
      }),
    )
    .max(512),
  /** More devices answered than are listed. */
  isCut: z.boolean(),
});

/** A view that a device offers, to be one camera: a recorder has one for each of its cameras. */
export const deviceChannel = z.object({
  /** What the device calls the view, by which it is picked; empty where it names none, and then it is the only one. */
  channel: z.string().max(200),
  /** The stream that would be recorded; null when none of its streams can be. */
  main: onvifProfile.pick({ name: true, videoCodec: true, width: true, height: true, url: true }).nullable(),
  /** The stream for overviews. */
  subUrl: z.string().max(2000).nullable(),
  /**
   * The camera which it is already, among those of the core that the caller may see: one with the same address, or, with
   * `isElsewhere`, one with the same path whose device says that it is this one, under another address.
   */
  added: z.object({ cameraId: id, name, isElsewhere: z.boolean() }).nullable(),
});

/** A device that was asked what it is, and its channels in its own order. */
export const channeledDevice = onvifDevice
  .pick({ manufacturer: true, model: true, serial: true, macAddress: true })
  .extend({ channels: z.array(deviceChannel).max(192) });

/** One picture of a camera: its address without credentials, and its size once it was seen. */
export const detailStream = z.object({
  connectionString: z.string().trim().min(1).max(2000),
  height: z.number().int().min(1).max(100_000).nullable().default(null),
  width: z.number().int().min(1).max(100_000).nullable().default(null),
});

/** The last step of the wizard. */
export const cameraDetails = z.object({
  name,
  description: z.string().trim().max(500).default(''),
  /** The core takes the largest picture that the device offers as main, and a small one for overviews. */
  autoConfigure: z.boolean().default(true),
  /** `main` is recorded; `mainScale` is the same view, smaller. */
  mainStream: z.object({ main: detailStream, mainScale: detailStream.nullable().default(null) }),
  /** How pictures travel to browsers: see `deliverySettings`. */
  isWebrtc: z.boolean().default(true),
  isWebrtcRelay: z.boolean().default(true),
});

const shownStream = detailStream.extend({ connectionString: z.string().nullable() });

/** The same as it was saved. Addresses are null for whoever may not edit the camera. */
export const savedDetails = cameraDetails.extend({
  mainStream: z.object({ main: shownStream, mainScale: shownStream.nullable() }),
});

/** A camera to be made by the wizard. Without `mainStream` the core asks the device at `onvif` and chooses by itself. */
export const onboardingInput = z.object({
  type: onboardingWay,
  edgeId: id,
  locationId: id,
  onvif: onvifAddress.nullable().default(null),
  credentials: credentialsInput.default({ username: '', password: '' }),
  cameraDetails: cameraDetails.extend({ mainStream: cameraDetails.shape.mainStream.nullable().default(null) }),
  recordingMode: recordingMode.default('continuous'),
  retentionDays: retentionDays.default(30),
});

/** A camera that the wizard made, with its details as they were saved. */
export const onboardedCamera = z.object({ camera, cameraDetails: savedDetails });

export type SavedDetails = z.infer<typeof savedDetails>;
export type ChanneledDevice = z.infer<typeof channeledDevice>;
export type DeviceChannel = z.infer<typeof deviceChannel>;
export type CameraScan = z.infer<typeof cameraScan>;
export type OnboardedCamera = z.infer<typeof onboardedCamera>;
export type OnboardingInput = z.infer<typeof onboardingInput>;
