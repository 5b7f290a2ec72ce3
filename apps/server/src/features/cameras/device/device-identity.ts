import { identifyCapability } from '@sightline/contracts/cameras/camera-onvif';
import { deviceHost } from '@sightline/contracts/cameras/device-address';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Database } from '../../../platform/database/database.ts';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../../platform/link/edge-commands.ts';
import { findServingEdge } from '../../edges/edges.public.ts';
import { machineOf } from './camera-addresses.ts';
import type { CameraCredentials } from './camera-credentials.ts';
import { hidingFrom } from '../camera-privacy.ts';
import type { HidingCamera } from '../camera-privacy.repository.ts';

/** What telling devices apart needs from the rest of the server. */
export interface DeviceIdentityDeps {
  database: Database;
  edges: EdgeCommands;
}

/** A device by its addresses, as a core reaches it. */
export interface AskedDevice {
  edgeId: string;
  addresses: readonly string[];
  /** Where it answers ONVIF, when that is known; usually it is port 80. */
  onvif?: { host: string; port: number } | null | undefined;
  credentials: CameraCredentials;
  /** A camera that does not count: it hides what it hides. */
  except?: string | undefined;
}

/** `hidden`: a camera of this device hides something from the actor. `unknown`: that cannot be told now, be it that the core is away. */
type Verdict = 'other' | 'hidden' | 'unknown';

/** Devices may be slow to say what they are; the core does not wait longer for them. */
const identifyTimeoutMs = 12_000;
const usualOnvifPort = 80;
const maxHosts = 2000;

/** Whether a device is one of which a camera hides something from the actor, under whatever name it is reached. */
export async function assessDevice(deps: DeviceIdentityDeps, actor: MemberActor, asked: AskedDevice): Promise<Verdict> {
  const { organizationId } = actor;
  const { edgeId } = asked;
  const hosts = [...new Set([...asked.addresses, ...(asked.onvif ? [asked.onvif.host] : [])].map(machineOf))];
  const { hiding, isAble } = await deps.database.withOrganization(organizationId, async (trx) => {
    const edge = await findServingEdge(trx, organizationId, edgeId);
    const around = await hidingFrom(trx, actor, edgeId);
    const hiding = around.filter(({ cameraId }) => cameraId !== asked.except);
    return { hiding, isAble: edge?.isLinked === true && edge.capabilities.includes(identifyCapability) };
  });
  if (hiding.length === 0 || hosts.length === 0) return 'other';
  if (hiding.some(({ addresses }) => addresses.some((address) => hosts.includes(machineOf(address))))) return 'hidden';
  const marks = isAble ? await marksOf(deps, actor, { asked, hosts, hiding }) : null;
  // A device may have two addresses, and two networks the same one: nobody but the core tells them apart.
  return marks ? compare(hosts, hiding, marks) : 'unknown';
}

/** As `assessDevice`. Throws `privacy_needs_originals` and `privacy_device_unknown`. */
export async function requireOtherDevice(
  deps: DeviceIdentityDeps,
  actor: MemberActor,
  asked: AskedDevice,
): Promise<void> {
  const verdict = await assessDevice(deps, actor, asked);
  if (verdict === 'other') return;
  throw new AppError(verdict === 'hidden' ? 'privacy_needs_originals' : 'privacy_device_unknown', {
    fields: ['streams'],
  });
}

type Marks = Record<string, readonly string[]>;

const hostsOf = ({ addresses }: HidingCamera): string[] => addresses.map(machineOf);

/** What the core says by what these devices are told apart; null when it says nothing. */
async function marksOf(
  { edges }: DeviceIdentityDeps,
  { organizationId }: MemberActor,
  { asked, hosts, hiding }: { asked: AskedDevice; hosts: readonly string[]; hiding: readonly HidingCamera[] },
): Promise<Marks | null> {
  const { edgeId, onvif, credentials } = asked;
  const known = [...new Set([...hosts, ...hiding.flatMap(hostsOf)])].filter(
    (host) => deviceHost.safeParse(host).success,
  );
  if (known.length > maxHosts) return null;
  const devices = hosts
    .filter((host) => known.includes(host))
    .slice(0, 4)
    .map((host) => ({
      host,
      port: onvif && machineOf(onvif.host) === host ? onvif.port : usualOnvifPort,
      credentials,
    }));
  const cameraIds = hiding.filter(({ path }) => path.includes(edgeId)).map(({ cameraId }) => cameraId);
  const body = { hosts: known, devices, cameraIds: cameraIds.slice(0, 1000) };
  try {
    return (
      await edges.request({ organizationId, edgeId, command: 'onvif.identify', body, timeoutMs: identifyTimeoutMs })
    ).marks;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function compare(hosts: readonly string[], hiding: readonly HidingCamera[], marks: Marks): Verdict {
  const own = new Set(hosts.flatMap((host) => marks[host] ?? []));
  const isShared = (of: string): boolean => (marks[of] ?? []).some((mark) => own.has(mark));
  if (hiding.some((camera) => isShared(camera.cameraId) || hostsOf(camera).some(isShared))) return 'hidden';
  const isFound = (host: string): boolean => (marks[host]?.length ?? 0) > 0;
  return hosts.every(isFound) && hiding.every((camera) => hostsOf(camera).every(isFound)) ? 'other' : 'unknown';
}
