import type { CameraInput, CameraUpdate } from '@sightline/contracts/cameras/camera';
import { cameraSettings } from '@sightline/contracts/cameras/camera-settings';
import { AppError } from '@sightline/contracts/shared/errors';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import { findEdgeRef } from '../../edges/edges.public.ts';
import { chooseCredentials, hostOf, machineOf, readStreams } from './camera-addresses.ts';
import type { DeviceIdentity } from './camera-hosts.repository.ts';
import { placeFor, requireBelowEdge } from '../camera-place.ts';
import { requireNoHiddenDevice, requireSameDevice, requireStillHidden } from '../camera-privacy.ts';
import type { StreamValues } from '../camera-writes.repository.ts';
import { requireCamera } from '../cameras.policy.ts';
import { findCamera, type CameraRow } from '../cameras.repository.ts';
import { assessDevice, requireOtherDevice, type DeviceIdentityDeps } from './device-identity.ts';

/** The core is asked nothing for somebody who may not have a camera there. */
export async function requireNewDevice(
  deps: DeviceIdentityDeps,
  actor: MemberActor,
  { edgeId, locationId, streams, onvif, credentials }: CameraInput,
): Promise<void> {
  const read = readStreams(streams);
  await deps.database.withOrganization(actor.organizationId, async (trx) => {
    const edge = await findEdgeRef(trx, actor.organizationId, edgeId);
    requireBelowEdge(await placeFor(trx, actor, { locationId, edgeId: edge?.id }), edge);
  });
  const addresses = read.streams.map(({ url }) => url);
  await requireOtherDevice(deps, actor, {
    edgeId,
    addresses,
    onvif,
    credentials: chooseCredentials(credentials, read.credentials),
  });
}

/** Of a camera that is led to another device, its core is asked which. */
export async function requireKnownDevice(
  deps: DeviceIdentityDeps,
  actor: MemberActor,
  { id, input }: { id: string; input: CameraUpdate },
): Promise<void> {
  const { organizationId } = actor;
  if (!input.streams && !input.onvif) return;
  const before = requireCamera(
    actor,
    await deps.database.withOrganization(organizationId, (trx) => findCamera(trx, organizationId, id)),
    'CameraEdit',
  );
  const read = input.streams ? readStreams(input.streams) : null;
  const credentials = input.credentials ?? read?.credentials ?? { username: '', password: '' };
  const paths = new Set(before.streams.map(({ urlKey }) => urlKey));
  const machines = new Set([...before.streams.map(({ url }) => url), before.onvifHost ?? ''].map(machineOf));
  const changed = (read?.streams ?? []).filter(({ urlKey }) => !paths.has(urlKey)).map(({ url }) => url);
  const { fresh = [], own = [] } = Object.groupBy(changed, (url) => (machines.has(machineOf(url)) ? 'own' : 'fresh'));
  const onvif = input.onvif && !machines.has(machineOf(input.onvif.host)) ? input.onvif : null;
  const { edgeId } = before;
  if (fresh.length > 0 || onvif)
    await requireOtherDevice(deps, actor, { edgeId, addresses: fresh, onvif, credentials });
  // Its own device under another name may be one that hides something by now, and has more pictures than this one.
  const verdict = own.length === 0 ? 'other' : await assessDevice(deps, actor, { edgeId, addresses: own, credentials });
  if (verdict === 'hidden') throw new AppError('privacy_needs_originals', { fields: ['streams'] });
}

/** Whether a camera is led to hosts that it was not at. */
function isLedElsewhere(before: CameraRow, streams: readonly StreamValues[], onvif: CameraUpdate['onvif']): boolean {
  const known = new Set(before.streams.map((stream) => hostOf(stream.url)));
  const machines = [...before.streams.map((stream) => stream.url), before.onvifHost ?? ''].map(machineOf);
  const isOtherMachine = onvif != null && !machines.includes(machineOf(onvif.host));
  return isOtherMachine || streams.some((stream) => !known.has(hostOf(stream.url)));
}

const noIdentity: DeviceIdentity = { deviceUuid: null, deviceSerial: null, deviceMac: null, deviceChannels: null };

/** What is known of a device is not true of the one that a camera is led to. */
export const identityAfter = (...led: Parameters<typeof isLedElsewhere>): Partial<DeviceIdentity> =>
  isLedElsewhere(...led) ? noIdentity : {};

/** A stored password goes only to the hosts that it was stored for: whoever may edit must not be able to have it sent elsewhere. */
export function requireSameHosts(
  before: CameraRow,
  streams: readonly StreamValues[],
  onvif: CameraUpdate['onvif'],
): void {
  if (before.hasPassword && isLedElsewhere(before, streams, onvif))
    throw new AppError('camera_password_needed', { fields: ['credentials.password'] });
}

/** Neither by its settings, nor by taking the picture from another path of a device that hides something, nor by letting go of that device. */
export async function requireNothingUncovered(
  { trx }: ChangeWork,
  actor: MemberActor,
  {
    before,
    streams,
    settings,
    onvif,
  }: { before: CameraRow; streams: readonly StreamValues[]; settings: string | undefined } & Pick<
    CameraUpdate,
    'onvif'
  >,
): Promise<void> {
  const onvifHost = onvif === undefined ? before.onvifHost : (onvif?.host ?? null);
  requireSameDevice(actor, before, { streams: streams.length > 0 ? streams : before.streams, onvifHost });
  if (settings !== undefined) requireStillHidden(actor, before, cameraSettings.parse(JSON.parse(settings)).privacy);
  const known = new Set(before.streams.map(({ urlKey }) => urlKey));
  const addresses = streams.filter(({ urlKey }) => !known.has(urlKey)).map(({ url }) => url);
  await requireNoHiddenDevice(trx, actor, { edgeId: before.edgeId, addresses });
}
