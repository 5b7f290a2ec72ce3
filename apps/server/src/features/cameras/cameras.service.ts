import type { Camera, CameraInput, CameraUpdate } from '@sightline/contracts/cameras/camera';
import type { CameraSettingsChange, CameraSettingsRecord } from '@sightline/contracts/cameras/camera-edit';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, ChangeWork, AuditActionOf } from '../../platform/database/changes.ts';
import { isDuplicate, type Database, type Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import type { UrlSigner } from '../../platform/signed-urls/signed-urls.ts';
import { holdEdge, operationsTopic } from '../edges/edges.public.ts';
import { holdPlace } from '../locations/locations.public.ts';
import { analyticsSwitchesOf } from '../organizations/organizations.public.ts';
import { chooseCredentials, readStreams } from './device/camera-addresses.ts';
import {
  identityAfter,
  requireKnownDevice,
  requireNewDevice,
  requireNothingUncovered,
  requireSameHosts,
} from './device/camera-device-checks.ts';
import type { DeviceIdentity } from './device/camera-hosts.repository.ts';
import { cameraCameOrWent } from './camera-moments.ts';
import { placeOn, requireBelowEdge } from './camera-place.ts';
import { requireNoHiddenDevice, requireNotMovedIntoSight } from './camera-privacy.ts';
import { settingValues } from './camera-setting-values.ts';
import { sealCredentials } from './device/camera-credentials.ts';
import { notifyCamera } from './sync/camera-sync.ts';
import * as writes from './camera-writes.repository.ts';
import { requireCamera, visibleCameras } from './cameras.policy.ts';
import { presentCamera, presentSettings } from './cameras.presenter.ts';
import * as repository from './cameras.repository.ts';
import { changedParts } from './changed-parts.ts';

/** What cameras need from the rest of the server. */
export interface CamerasDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  box: SealedBox;
  signer: UrlSigner;
  clock: Clock;
  /** Cores tell which device is behind an address. */
  edges: EdgeCommands;
  hooks: Hooks;
}

/** Query of the list of cameras. */
export interface CamerasQuery extends repository.CameraFilter {
  limit: number;
  cursor?: string | undefined;
}

/** Cameras as people manage them. */
export type CamerasService = ReturnType<typeof createCamerasService>;

/** Cameras: every change writes the desired state and the operation that tells the core, in one transaction. */
export function createCamerasService(deps: CamerasDeps) {
  const { database, changes } = deps;
  const change = <T>(actor: MemberActor, work: (change: ChangeWork) => Promise<T>): Promise<T> =>
    changes.run({ organizationId: actor.organizationId, by: actor }, work).catch((error: unknown) => {
      if (isDuplicate(error, 'camera_streams_address')) throw new AppError('camera_duplicate', {}, { cause: error });
      throw error;
    });
  return {
    list: (actor: MemberActor, query: CamerasQuery): Promise<Page<Camera>> => list(deps, actor, query),
    get: (actor: MemberActor, id: string): Promise<Camera> =>
      database.withOrganization(actor.organizationId, async (trx) =>
        present(
          deps,
          actor,
          requireCamera(actor, await repository.findCamera(trx, actor.organizationId, id), 'CameraView'),
        ),
      ),
    /** `device`: what is known of the device that the camera is. */
    create: async (actor: MemberActor, input: CameraInput, device?: DeviceIdentity): Promise<Camera> => {
      await requireNewDevice(deps, actor, input);
      return change(actor, (work) => create(deps, { actor, work, device }, input));
    },
    /** As `create`, of a camera that its core has under these ids. */
    adopt: async (actor: MemberActor, input: CameraInput, kept: KeptIds): Promise<Camera> => {
      await requireNewDevice(deps, actor, input);
      return change(actor, (work) => create(deps, { actor, work, kept }, input)).catch((error: unknown) => {
        throw isDuplicate(error, 'cameras_pkey') || isDuplicate(error, 'camera_streams_pkey')
          ? new AppError('conflict', {}, { cause: error })
          : error;
      });
    },
    /** What `create` asks its core beforehand. Throws `privacy_needs_originals` and `privacy_device_unknown`. */
    requireNewDevice: (actor: MemberActor, input: CameraInput): Promise<void> => requireNewDevice(deps, actor, input),
    /** As `create`, inside of a change that does more, and after `requireNewDevice`: cores are not asked while a change is under way. */
    createWithin: (
      { work, actor, device }: Task & { device?: DeviceIdentity | undefined },
      input: CameraInput,
    ): Promise<Camera> => create(deps, { actor, work, device }, input),
    update: async (actor: MemberActor, id: string, input: CameraUpdate): Promise<Camera> => {
      await requireKnownDevice(deps, actor, { id, input });
      return change(actor, (work) => update(deps, { actor, work, id }, input));
    },
    remove: (actor: MemberActor, id: string): Promise<Record<string, never>> =>
      change(actor, (work) => remove(deps, { actor, work, id })),
    getSettings: (actor: MemberActor, id: string): Promise<CameraSettingsRecord> =>
      database.withOrganization(actor.organizationId, (trx) => readSettings(trx, actor, id)),
    updateSettings: (actor: MemberActor, id: string, input: CameraSettingsChange): Promise<CameraSettingsRecord> =>
      change(actor, (work) => updateSettings(deps, { actor, work, id }, input)),
  };
}

interface Task {
  actor: MemberActor;
  work: ChangeWork;
}

/** Under which ids a core has a camera, and the revision that it takes for newer. */
export interface KeptIds {
  id: string;
  revision: number;
  streams: readonly { id: string; kind: string }[];
}

async function readSettings(trx: Work, actor: MemberActor, id: string): Promise<CameraSettingsRecord> {
  const row = requireCamera(actor, await repository.findCamera(trx, actor.organizationId, id), 'CameraView');
  return presentSettings(row, await analyticsSwitchesOf(trx, actor.organizationId));
}

const present = (deps: CamerasDeps, actor: MemberActor, row: repository.CameraRow): Camera =>
  presentCamera(row, actor, (path) =>
    deps.signer.sign(path, { sessionId: actor.sessionId, organizationId: actor.organizationId }, deps.clock()),
  );

async function list(deps: CamerasDeps, actor: MemberActor, query: CamerasQuery): Promise<Page<Camera>> {
  const place = { organizationId: actor.organizationId, scope: visibleCameras(actor) };
  const { locationId, locationDepth, edgeId, ids, search, state } = query;
  const request = { ...pageRequest(query), locationId, locationDepth, edgeId, ids, search, state };
  return deps.database.withOrganization(actor.organizationId, async (trx) => {
    const page = await repository.listCameras(trx, place, request);
    return { ...page, items: page.items.map((row) => present(deps, actor, row)) };
  });
}

/** The last steps of every change of a camera: tell its core, keep who did it, tell the screens. */
async function notify(
  deps: CamerasDeps,
  task: Task,
  target: {
    cameraId: string;
    edgeId: string;
    locationId: string;
    revision: number;
    action: AuditActionOf<'camera'>;
    changed?: string[];
  },
): Promise<void> {
  const { work, actor } = task;
  const { cameraId, edgeId, locationId, revision, action, changed } = target;
  await notifyCamera(work.trx, { organizationId: actor.organizationId, edgeId }, { cameraId, revision });
  await work.audit({
    action,
    entityKind: 'camera',
    entityId: cameraId,
    data: { revision, ...(changed && { changed }) },
  });
  await work.announce(
    action === 'camera.remove'
      ? { kind: 'cameras.removed', cameraId, locationId }
      : { kind: 'cameras.changed', cameraId, locationId, revision },
  );
  work.afterCommit(() => deps.bus.publish(operationsTopic, { edgeId }));
}

interface CreateTask extends Task {
  kept?: KeptIds;
  device?: DeviceIdentity | undefined;
}

async function create(deps: CamerasDeps, task: CreateTask, input: CameraInput): Promise<Camera> {
  const { actor, work, kept, device } = task;
  const { organizationId } = actor;
  const at = await holdPlace(work.trx, organizationId, input.locationId);
  const found = await holdEdge(work.trx, organizationId, input.edgeId);
  const place = requireCamera(actor, placeOn(at, found?.id), 'CameraCreate');
  const edge = requireBelowEdge(place, found);
  const read = readStreams(input.streams);
  await requireNoHiddenDevice(work.trx, actor, { edgeId: edge.id, addresses: read.streams.map(({ url }) => url) });
  const credentials = chooseCredentials(input.credentials, read.credentials);
  const secretId = newId();
  await sealCredentials(work.trx, { organizationId, secretId, box: deps.box }, credentials);
  const cameraId = await writes.insertCamera(work.trx, organizationId, {
    ...(kept && { id: kept.id, revision: kept.revision }),
    ...device,
    name: input.name,
    edgeId: edge.id,
    locationId: place.id,
    username: credentials.username,
    hasPassword: credentials.password !== '',
    secretId,
    recordingMode: input.recordingMode,
    retentionDays: input.retentionDays,
    retentionBytes: input.retentionBytes,
    ...(await settingValues(
      work.trx,
      { organizationId, before: null, isHosted: edge.hosted, isKept: kept !== undefined },
      input,
    )),
  });
  const streams = read.streams.map((stream) => {
    const id = kept?.streams.find(({ kind }) => kind === stream.kind)?.id;
    return id === undefined ? stream : { ...stream, id };
  });
  await writes.replaceStreams(work.trx, { organizationId, cameraId, edgeId: edge.id }, streams);
  const revision = kept?.revision ?? 1;
  await notify(deps, task, {
    cameraId,
    edgeId: edge.id,
    locationId: place.id,
    revision,
    action: kept ? 'camera.adopt' : 'camera.create',
  });
  return present(
    deps,
    actor,
    requireCamera(actor, await repository.findCamera(work.trx, organizationId, cameraId), 'CameraCreate'),
  );
}

async function update(deps: CamerasDeps, task: Task & { id: string }, input: CameraUpdate): Promise<Camera> {
  const { actor, work, id } = task;
  const { organizationId } = actor;
  const seen = requireCamera(actor, await repository.findCamera(work.trx, organizationId, id), 'CameraEdit');
  const target =
    input.locationId === undefined ? undefined : await holdPlace(work.trx, organizationId, input.locationId);
  const edge = await holdEdge(work.trx, organizationId, seen.edgeId);
  // Changes of the cameras of one core take turns: what is built upon is read when it is one's own.
  const before = requireCamera(actor, await repository.findCamera(work.trx, organizationId, id), 'CameraEdit');
  if (input.revision !== undefined && input.revision !== before.revision) throw new AppError('conflict');
  if (input.locationId !== undefined && input.locationId !== before.locationId) {
    const place = requireCamera(actor, placeOn(target, before.edgeId), 'CameraEdit');
    requireBelowEdge(place, edge);
    requireNotMovedIntoSight(actor, before, [...place.entityPath, id]);
  }
  await writeChanges(deps, task, { before, input });
  return present(
    deps,
    actor,
    requireCamera(actor, await repository.findCamera(work.trx, organizationId, id), 'CameraEdit'),
  );
}

/** Writes what an update says of a camera that is held, and tells it. */
async function writeChanges(
  deps: CamerasDeps,
  task: Task & { id: string },
  { before, input }: { before: repository.CameraRow; input: CameraUpdate },
): Promise<void> {
  const { actor, work, id } = task;
  const { organizationId } = actor;
  const read = input.streams ? readStreams(input.streams) : null;
  const credentials = input.credentials ?? read?.credentials ?? null;
  const { name, locationId, recordingMode, retentionDays, retentionBytes } = input;
  const plain = Object.fromEntries(
    Object.entries({ name, locationId, recordingMode, retentionDays, retentionBytes }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const settings = await settingValues(work.trx, { organizationId, before, isHosted: before.isHosted }, input);
  await requireNothingUncovered(work, actor, {
    before,
    streams: read?.streams ?? [],
    settings: settings.settings,
    onvif: input.onvif,
  });
  if (credentials === null) requireSameHosts(before, read?.streams ?? [], input.onvif);
  if (credentials)
    await sealCredentials(work.trx, { organizationId, secretId: before.secretId, box: deps.box }, credentials);
  const secret = credentials
    ? {
        username: credentials.username,
        hasPassword: credentials.password !== '',
        credentialsVersion: before.credentialsVersion + 1,
      }
    : {};
  const revision = await writes.updateCamera(
    work.trx,
    { organizationId, cameraId: id },
    { ...plain, ...settings, ...secret, ...identityAfter(before, read?.streams ?? [], input.onvif) },
  );
  if (read)
    await writes.replaceStreams(work.trx, { organizationId, cameraId: id, edgeId: before.edgeId }, read.streams);
  const changed = changedParts(before, {
    values: { ...plain, ...settings },
    streams: read?.streams ?? null,
    hasCredentials: credentials !== null,
  });
  const at = { cameraId: id, edgeId: before.edgeId, locationId: locationId ?? before.locationId };
  await notify(deps, task, { ...at, revision, action: 'camera.update', changed });
}

async function updateSettings(
  deps: CamerasDeps,
  task: Task & { id: string },
  input: CameraSettingsChange,
): Promise<CameraSettingsRecord> {
  const { recordingMode, retentionDays, retentionBytes, analysis, place, revision, ...settings } = input;
  await update(deps, task, {
    recordingMode,
    retentionDays,
    retentionBytes,
    analysis,
    place,
    revision,
    settings,
  });
  return readSettings(task.work.trx, task.actor, task.id);
}

async function remove(deps: CamerasDeps, task: Task & { id: string }): Promise<Record<string, never>> {
  const { actor, work, id } = task;
  const { organizationId } = actor;
  const seen = requireCamera(actor, await repository.findCamera(work.trx, organizationId, id), 'CameraDelete');
  await holdEdge(work.trx, organizationId, seen.edgeId);
  // Somebody else may have deleted it meanwhile.
  const row = requireCamera(actor, await repository.findCamera(work.trx, organizationId, id), 'CameraDelete');
  const revision = await writes.deleteCamera(work.trx, { organizationId, cameraId: id, secretId: row.secretId });
  await notify(deps, task, {
    cameraId: id,
    edgeId: row.edgeId,
    locationId: row.locationId,
    revision,
    action: 'camera.remove',
  });
  await deps.hooks.of(cameraCameOrWent)(work, { organizationId, edgeId: row.edgeId });
  return {};
}
