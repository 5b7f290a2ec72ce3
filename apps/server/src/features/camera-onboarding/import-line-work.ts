import { defaultAnalysis } from '@sightline/contracts/cameras/camera-analysis';
import type { CameraInput, StreamInput } from '@sightline/contracts/cameras/camera';
import type { OnvifDevice } from '@sightline/contracts/cameras/camera-onvif';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Changes } from '../../platform/database/changes.ts';
import { isDuplicate, type Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { takenAddresses, type CameraProbeService, type CamerasService } from '../cameras/cameras.public.ts';
import type { CameraOnboardingService } from './camera-onboarding.service.ts';
import { addedDevice } from './added-device.ts';
import { holdWanted, settleLine, type ImportLine, type ImportRow } from './camera-imports.repository.ts';
import { chosenStreams, streamAt } from './chosen-streams.ts';
import { jpegOf, pictureKey } from './import-pictures.ts';
import { openAccount } from './import-secrets.ts';

export interface LineDeps {
  database: Database;
  changes: Changes;
  blobs: Blobs;
  box: SealedBox;
  log: Log;
  cameras: CamerasService;
  probe: CameraProbeService;
  onboarding: CameraOnboardingService;
}

/** A row to be worked on, for whom. */
export interface LineTask {
  actor: MemberActor;
  list: ImportRow;
  line: ImportLine;
}

/** Without these nothing of the list can go on, so that its rows are not to blame. */
const endsWork: readonly ErrorCode[] = [
  'core_offline',
  'core_never_connected',
  'core_pairing_revoked',
  'unauthenticated',
];

/** Thrown when the work on the whole list must end. */
export class WorkEnded extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(`the work on a list of cameras ended: ${code}`);
    this.code = code;
  }
}

/** Looks at a row, or makes its camera; what came of it is written at the row. Throws `WorkEnded`. */
export async function workOnLine(deps: LineDeps, task: LineTask): Promise<void> {
  const { actor, list, line } = task;
  const lastAction = line.wanted ?? 'test';
  try {
    await (lastAction === 'create' ? make(deps, task) : look(deps, task));
  } catch (error) {
    const failure = isDuplicate(error, 'camera_streams_address') ? new AppError('camera_duplicate') : error;
    if (!(failure instanceof AppError)) deps.log.error({ err: failure }, 'a row of a list of cameras failed');
    const cause = failure instanceof AppError ? failure.code : 'internal';
    if (endsWork.includes(cause)) throw new WorkEnded(cause);
    await deps.database.withOrganization(actor.organizationId, (trx) =>
      settleLine(
        trx,
        { organizationId: actor.organizationId, importId: list.id, line: line.line },
        { state: 'failed', cause, lastAction },
      ),
    );
  }
}

const accountOf = (deps: LineDeps, { actor, list, line }: LineTask) =>
  openAccount(deps.box, { organizationId: actor.organizationId, importId: list.id }, line);

/** Streams of a row: those of its address, or those that its device offers, which is then answered too. */
async function streamsOf(deps: LineDeps, task: LineTask): Promise<{ streams: StreamInput[]; device?: OnvifDevice }> {
  const { actor, list, line } = task;
  if (line.url !== '') return { streams: [streamAt('main', line.url)] };
  const { host, port, channel } = line;
  const access = { edgeId: list.edgeId, host, port, credentials: accountOf(deps, task) };
  const device = await deps.onboarding.look(actor, access);
  return { device, streams: chosenStreams(device, await takenAddresses(deps, actor, list.edgeId), channel) };
}

async function look(deps: LineDeps, task: LineTask): Promise<void> {
  const { actor, list, line } = task;
  const { organizationId } = actor;
  const place = { organizationId, importId: list.id };
  const [main] = (await streamsOf(deps, task)).streams;
  const { url, transport, driver } = main ?? streamAt('main', line.url);
  const found = await deps.probe.test(actor, {
    edgeId: list.edgeId,
    url,
    transport,
    driver,
    credentials: accountOf(deps, task),
  });
  const jpeg = jpegOf(found.snapshot);
  if (jpeg) await deps.blobs.put(pictureKey(place, line.line), jpeg);
  const test = JSON.stringify({ ...found, snapshot: null });
  await deps.database.withOrganization(organizationId, (trx) =>
    settleLine(
      trx,
      { ...place, line: line.line },
      { state: 'open', cause: null, lastAction: 'test', test, hasSnapshot: jpeg !== null },
    ),
  );
}

/** The camera and the word at the row that it was made are one change, so that nothing is made twice or by half. */
async function make(deps: LineDeps, task: LineTask): Promise<void> {
  const { actor, list, line } = task;
  const { organizationId } = actor;
  const { streams, device: said } = await streamsOf(deps, task);
  const { retentionDays, isWebrtc, isWebrtcRelay } = list.settings;
  const isAsked = line.url === '';
  const input: CameraInput = {
    name: line.name,
    edgeId: list.edgeId,
    locationId: list.locationId,
    streams,
    credentials: accountOf(deps, task),
    recordingMode: 'continuous',
    retentionDays,
    retentionBytes: null,
    analysis: defaultAnalysis,
    onvif: isAsked ? { host: line.host, port: line.port } : null,
    settings: { delivery: { isWebrtc, isWebrtcRelay }, details: { description: '', autoConfigure: isAsked } },
    place: null,
  };
  await deps.cameras.requireNewDevice(actor, input);
  await deps.changes.run({ organizationId, by: actor }, async (work) => {
    const place = { organizationId, importId: list.id, line: line.line };
    // Devices may have been asked for half a minute: the list may have been cancelled since.
    if (!(await holdWanted(work.trx, place))) return;
    const { edgeId } = list;
    const device = said && (await addedDevice(work.trx, actor, { edgeId, host: line.host, port: line.port, said }));
    const camera = await deps.cameras.createWithin({ work, actor, device }, input);
    await settleLine(work.trx, place, {
      state: 'created',
      cause: null,
      lastAction: 'create',
      cameraId: camera.id,
      sealed: null,
    });
  });
}
