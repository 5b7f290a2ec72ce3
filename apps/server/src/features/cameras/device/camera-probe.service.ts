import type { StreamProbe } from '@sightline/contracts/cameras/camera';
import type { CameraSnapshot } from '@sightline/contracts/cameras/camera-edit';
import type { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { AppError } from '@sightline/contracts/shared/errors';
import type { z } from 'zod';
import type { MemberOf } from '../../../platform/auth/held-open.ts';
import type { Blobs } from '../../../platform/blobs/blobs.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../../platform/link/edge-commands.ts';
import { isDiskFull } from '../../../platform/disk/disk-full.ts';
import type { SealedBox } from '../../../platform/secrets/sealed-box.ts';
import type { SignedRequest, UrlSigner } from '../../../platform/signed-urls/signed-urls.ts';
import { findEdgeRef, requireEdge } from '../../edges/edges.public.ts';
import { chooseCredentials, hostOf, readAddress } from './camera-addresses.ts';
import { openCredentials, type CameraCredentials } from './camera-credentials.ts';
import { requireHidden } from '../camera-privacy.ts';
import { requireCamera } from '../cameras.policy.ts';
import { posterPath } from '../cameras.presenter.ts';
import * as repository from '../cameras.repository.ts';
import { assessDevice } from './device-identity.ts';

const posterFreshMs = 30_000;
const posterWidth = 640;
const testTimeoutMs = 25_000;

type TestInput = z.output<(typeof camerasCalls)['test']['body']>;

/** What looking at cameras needs from the rest of the server. */
export interface CameraProbeDeps {
  database: Database;
  edges: EdgeCommands;
  blobs: Blobs;
  box: SealedBox;
  signer: UrlSigner;
  clock: Clock;
  memberOf: MemberOf;
}

/** Looking at cameras through their core. */
export type CameraProbeService = ReturnType<typeof createCameraProbeService>;

/** Looks at streams and pictures through the core: the server itself never connects to a camera. */
export function createCameraProbeService(deps: CameraProbeDeps) {
  const running = new Map<string, Promise<Picture>>();
  const pictureOf = async (
    actor: MemberActor,
    cameraId: string,
  ): Promise<{ camera: repository.CameraRow; picture: Picture }> => {
    const camera = await deps.database.withOrganization(actor.organizationId, async (trx) => {
      const found = requireCamera(
        actor,
        await repository.findCamera(trx, actor.organizationId, cameraId),
        'CameraView',
      );
      // One picture is kept for everybody, so that nobody gets one that its core may not have hidden.
      await requireHidden(trx, actor.organizationId, cameraId);
      return found;
    });
    const { edgeId, revision } = camera;
    const place = { organizationId: actor.organizationId, edgeId, cameraId, revision };
    const key = posterKey(place);
    const current = running.get(key) ?? readPoster(deps, place);
    running.set(key, current);
    try {
      return { camera, picture: await current };
    } finally {
      running.delete(key);
    }
  };
  return {
    test: (actor: MemberActor, input: TestInput): Promise<StreamProbe> => test(deps, actor, input),
    poster: async (cameraId: string, { query, address }: SignedRequest): Promise<Uint8Array> => {
      const signedFor = deps.signer.verify(posterPath(cameraId), query, deps.clock());
      const actor = signedFor && (await deps.memberOf({ ...signedFor, address }));
      if (!actor) throw new AppError('not_found');
      return (await pictureOf(actor, cameraId)).picture.bytes;
    },
    snapshot: async (actor: MemberActor, cameraId: string): Promise<CameraSnapshot> => {
      const { camera, picture } = await pictureOf(actor, cameraId);
      const { sessionId, organizationId } = actor;
      const snapshot = deps.signer.sign(posterPath(cameraId), { sessionId, organizationId }, deps.clock());
      return { cameraId, edgeId: camera.edgeId, snapshot, snapShotTs: picture.takenAtUtcMs };
    },
  };
}

/** A picture of a camera, and when it was taken: the core's word, or when it was kept. */
interface Picture {
  bytes: Uint8Array;
  takenAtUtcMs: number;
}

async function test(deps: CameraProbeDeps, actor: MemberActor, input: TestInput): Promise<StreamProbe> {
  const { organizationId } = actor;
  const address = readAddress(input.url, 'url');
  const credentials = await deps.database.withOrganization(organizationId, async (trx) => {
    requireEdge(actor, await findEdgeRef(trx, organizationId, input.edgeId), 'CameraCreate');
    const taken = await repository.findCameraByAddress(trx, { organizationId, edgeId: input.edgeId }, address.urlKey);
    if (taken && taken.cameraId !== input.cameraId)
      throw new AppError('camera_duplicate', { cameraId: taken.cameraId });
    const given = chooseCredentials(input.credentials, address.credentials);
    if (input.cameraId === undefined) return given;
    const camera = requireCamera(actor, await repository.findCamera(trx, organizationId, input.cameraId), 'CameraEdit');
    if (given.password !== '') return given;
    const stored = await openCredentials(trx, { organizationId, secretId: camera.secretId, box: deps.box });
    // The same private address means another machine at another site.
    const isSameHost =
      camera.edgeId === input.edgeId && camera.streams.some((stream) => hostOf(stream.url) === hostOf(address.url));
    return withStored(given, stored, isSameHost);
  });
  const { transport, driver, edgeId } = input;
  // The core looks at the stream as it comes, whatever the cameras of this device hide.
  const isHidden = (await assessDevice(deps, actor, { edgeId, addresses: [address.url], credentials })) !== 'other';
  const found = await deps.edges.request({
    organizationId,
    edgeId,
    command: 'camera.test',
    body: { url: address.url, transport, driver, credentials },
    timeoutMs: testTimeoutMs,
  });
  return { ...found, snapshot: isHidden ? null : found.snapshot, isPictureHidden: isHidden };
}

/** A stored password goes only to the host that it was stored for: whoever may edit must not be able to have it sent elsewhere. */
const withStored = (given: CameraCredentials, stored: CameraCredentials, isSameHost: boolean): CameraCredentials =>
  isSameHost && (given.username === '' || given.username === stored.username) ? stored : given;

interface PosterPlace {
  organizationId: string;
  edgeId: string;
  cameraId: string;
  /** What a camera hides comes with its revision: a picture of an older one is not shown any more. */
  revision: number;
}

const posterFolder = ({ organizationId, cameraId }: PosterPlace): string => `o/${organizationId}/posters/${cameraId}`;
const posterKey = (place: PosterPlace): string => `${posterFolder(place)}/${String(place.revision)}.jpg`;

async function readPoster(deps: CameraProbeDeps, place: PosterPlace): Promise<Picture> {
  const { organizationId, edgeId, cameraId, revision } = place;
  const key = posterKey(place);
  const known = await deps.blobs.stat(key);
  if (known === null || deps.clock() - known.modifiedAtUtcMs > posterFreshMs) {
    try {
      const { jpeg, atUtcMs } = await deps.edges.request({
        organizationId,
        edgeId,
        command: 'camera.poster',
        body: { cameraId, width: posterWidth, revision },
        timeoutMs: 5_000,
      });
      const bytes = Buffer.from(jpeg, 'base64');
      if (known === null) await deps.blobs.removeAll(posterFolder(place));
      // Shown although it cannot be kept.
      await deps.blobs.put(key, bytes).catch(ignoreFullDisk);
      return { bytes, takenAtUtcMs: atUtcMs };
    } catch (error) {
      // The last known picture is better than none; without one the cause is said.
      if (known === null || !(error instanceof AppError)) throw error;
    }
  }
  const bytes = await deps.blobs.read(key);
  if (!bytes) throw new AppError('not_found');
  return { bytes, takenAtUtcMs: Math.round(known?.modifiedAtUtcMs ?? deps.clock()) };
}

function ignoreFullDisk(error: unknown): void {
  if (!isDiskFull(error)) throw error;
}
