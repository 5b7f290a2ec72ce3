import type { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import type {
  ChanneledDevice,
  OnboardedCamera,
  OnboardingInput,
  SavedDetails,
} from '@sightline/contracts/camera-onboarding/camera-onboarding';
import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import type { Camera, CameraInput, StreamInput } from '@sightline/contracts/cameras/camera';
import type { CameraSettings } from '@sightline/contracts/cameras/camera-settings';
import type { OnvifDevice } from '@sightline/contracts/cameras/camera-onvif';
import { AppError } from '@sightline/contracts/shared/errors';
import type { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { takenAddresses, type CamerasService, type DeviceIdentity } from '../cameras/cameras.public.ts';
import { findEdgeRef, requireEdge } from '../edges/edges.public.ts';
import { addedDevice } from './added-device.ts';
import { chosenStreams, streamAt } from './chosen-streams.ts';
import { presentChannels } from './device-channels.ts';

/** Devices may be slow, and the core asks several times. */
const lookTimeoutMs = 30_000;

/** What the wizard needs from the rest of the server. */
export interface CameraOnboardingDeps {
  database: Database;
  edges: EdgeCommands;
  cameras: CamerasService;
}

type LookInput = z.output<(typeof cameraOnboardingCalls)['look']['body']>;

/** Single cameras on their way in. */
export type CameraOnboardingService = ReturnType<typeof createCameraOnboardingService>;

/** The wizard: a device is looked at, a camera is made with its details, and the details are read again. */
export function createCameraOnboardingService(deps: CameraOnboardingDeps) {
  return {
    look: (actor: MemberActor, input: LookInput): Promise<OnvifDevice> => look(deps, actor, input),
    /** Throws as `look`. */
    channels: async (actor: MemberActor, input: LookInput): Promise<ChanneledDevice> =>
      presentChannels(deps, actor, { access: input, device: await look(deps, actor, input) }),
    create: (actor: MemberActor, input: OnboardingInput): Promise<OnboardedCamera> => create(deps, actor, input),
    details: async (actor: MemberActor, id: string): Promise<SavedDetails> => {
      const [camera, settings] = await Promise.all([deps.cameras.get(actor, id), deps.cameras.getSettings(actor, id)]);
      return detailsOf(camera, settings);
    },
  };
}

async function look(
  deps: CameraOnboardingDeps,
  actor: MemberActor,
  { edgeId, host, port, credentials }: LookInput,
): Promise<OnvifDevice> {
  const { organizationId } = actor;
  await deps.database.withOrganization(organizationId, async (trx) =>
    requireEdge(actor, await findEdgeRef(trx, organizationId, edgeId), 'CameraCreate'),
  );
  return deps.edges.request({
    organizationId,
    edgeId,
    command: 'onvif.look',
    body: { host, port, credentials },
    timeoutMs: lookTimeoutMs,
  });
}

async function streamsOf(
  deps: CameraOnboardingDeps,
  actor: MemberActor,
  input: OnboardingInput,
): Promise<{ streams: StreamInput[]; device?: DeviceIdentity }> {
  const { edgeId, onvif, credentials, cameraDetails } = input;
  if (cameraDetails.mainStream) {
    const { main, mainScale } = cameraDetails.mainStream;
    const streams = [streamAt('main', main.connectionString)];
    return { streams: mainScale ? [...streams, streamAt('sub', mainScale.connectionString)] : streams };
  }
  if (!onvif) throw new AppError('validation_failed', { fields: ['cameraDetails.mainStream'] });
  const said = await look(deps, actor, { edgeId, ...onvif, credentials });
  const device = await deps.database.withOrganization(actor.organizationId, (trx) =>
    addedDevice(trx, actor, { edgeId, ...onvif, said }),
  );
  return { streams: chosenStreams(said, await takenAddresses(deps, actor, edgeId)), device };
}

async function create(
  deps: CameraOnboardingDeps,
  actor: MemberActor,
  input: OnboardingInput,
): Promise<OnboardedCamera> {
  const { edgeId, locationId, onvif, credentials, recordingMode, retentionDays, cameraDetails } = input;
  const { name, description, autoConfigure, isWebrtc, isWebrtcRelay } = cameraDetails;
  const { streams, device } = await streamsOf(deps, actor, input);
  const made: CameraInput = {
    name,
    edgeId,
    locationId,
    streams,
    credentials,
    recordingMode,
    retentionDays,
    retentionBytes: null,
    analysis: defaultAnalysis,
    onvif,
    settings: { delivery: { isWebrtc, isWebrtcRelay }, details: { description, autoConfigure } },
    place: null,
  };
  const camera = await deps.cameras.create(actor, made, device);
  return {
    camera,
    cameraDetails: detailsOf(camera, {
      delivery: { isWebrtc, isWebrtcRelay },
      details: { description, autoConfigure },
    }),
  };
}

function detailsOf(camera: Camera, { delivery, details }: Pick<CameraSettings, 'delivery' | 'details'>): SavedDetails {
  const streamOf = (kind: 'main' | 'sub') => {
    const stream = camera.streams.find((one) => one.kind === kind);
    return stream
      ? { connectionString: stream.url, height: stream.format?.height ?? null, width: stream.format?.width ?? null }
      : null;
  };
  const main = streamOf('main');
  // Every camera has a main stream but a hosted one that was never set up.
  if (!main) throw new AppError('not_found');
  return { name: camera.name, ...details, mainStream: { main, mainScale: streamOf('sub') }, ...delivery };
}
