import type { VehicleImport } from '@sightline/contracts/vehicles/vehicle-import';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import { holds } from '../../../platform/auth/entity-right.ts';
import type { MemberOf } from '../../../platform/auth/held-open.ts';
import type { Blobs } from '../../../platform/blobs/blobs.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, Work } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { SignedRequest, UrlSigner } from '../../../platform/signed-urls/signed-urls.ts';
import { fileKey, importJobs } from './import-work.ts';
import { presentImport } from './vehicle-imports.presenter.ts';
import * as repository from './vehicle-imports.repository.ts';

const permission = 'OrganizationDatabaseVehiclesDirectory';
/** Reports of files are kept so long. */
const keptMs = 7 * 86_400_000;

/** What files of vehicles need from the rest of the server. */
export interface VehicleImportsDeps {
  database: Database;
  blobs: Blobs;
  jobs: Jobs;
  signer: UrlSigner;
  memberOf: MemberOf;
  clock: Clock;
}

/** Files of vehicles. */
export type VehicleImportsService = ReturnType<typeof createVehicleImportsService>;

const uploadPath = (id: string): string => `/api/v1/vehicle-imports/files/${id}`;

/** The file that a path names, where it is one of this organization. Throws `not_found`. */
function importAt(organizationId: string, filePath: string): string {
  const [, importId] = /^o\/[0-9a-f-]{36}\/vehicle-imports\/([0-9a-f-]{36})\.csv$/.exec(filePath) ?? [];
  if (importId === undefined || filePath !== fileKey({ organizationId, importId })) throw new AppError('not_found');
  return importId;
}

/** What is said of an organization must be about the one in which the actor works. */
function requireOwn({ organizationId }: MemberActor, said: string): void {
  if (said !== organizationId) throw new AppError('not_found');
}

async function answer(trx: Work, place: repository.ImportPlace): Promise<VehicleImport> {
  const row = await repository.findImport(trx, place);
  if (!row || row.state === 'sending') throw new AppError('not_found');
  return presentImport(row, await repository.faultsOf(trx, place));
}

/** An address for one file; reports of old ones are thrown away meanwhile. */
async function presign(
  { database, blobs, signer, clock }: VehicleImportsDeps,
  actor: MemberActor,
  { asset, orgId }: { asset: string; orgId: string },
): Promise<{ url: string; filePath: string }> {
  requireOwn(actor, orgId);
  const { organizationId, sessionId, userId } = actor;
  const place = { organizationId, importId: newId() };
  const now = clock();
  const old = await database.withOrganization(organizationId, async (trx) => {
    const sent = { name: asset.replace(/^\d+-?/, ''), createdBy: userId, sessionId, createdAt: new Date(now) };
    await repository.insertImport(trx, place, sent);
    return repository.forgetImports(trx, organizationId, new Date(now - keptMs));
  });
  for (const importId of old) await blobs.remove(fileKey({ organizationId, importId }));
  return { url: signer.sign(uploadPath(place.importId), { sessionId, organizationId }, now), filePath: fileKey(place) };
}

/** Takes the file of an address, once it is sure for whom that was made and that nobody works on the file yet. */
async function upload(
  { database, blobs, signer, clock, memberOf }: VehicleImportsDeps,
  importId: string,
  { query, address, file }: SignedRequest & { file: Uint8Array },
): Promise<Record<string, never>> {
  const signedFor = signer.verify(uploadPath(importId), query, clock());
  const actor = signedFor && (await memberOf({ ...signedFor, address }));
  if (!actor || !holds(actor, permission)) throw new AppError('not_found');
  const place = { organizationId: actor.organizationId, importId };
  const row = await database.withOrganization(place.organizationId, (trx) => repository.findImport(trx, place));
  if (row?.state !== 'sending') throw new AppError('not_found');
  await blobs.put(fileKey(place), file);
  return {};
}

/** Begins with a file that was sent; said a second time, it goes on as it is. */
async function evaluate(
  { database, blobs, jobs }: VehicleImportsDeps,
  actor: MemberActor,
  { filePath, orgId }: { filePath: string; orgId: string },
): Promise<VehicleImport> {
  requireOwn(actor, orgId);
  const { organizationId } = actor;
  const place = { organizationId, importId: importAt(organizationId, filePath) };
  const isThere = (await blobs.stat(fileKey(place))) !== null;
  return database.withOrganization(organizationId, async (trx) => {
    const row = await repository.holdImport(trx, place);
    if (!row || (row.state === 'sending' && !isThere)) throw new AppError('not_found');
    if (row.state === 'sending') {
      await repository.updateImport(trx, place, { state: 'waiting' });
      await jobs.ask(trx, importJobs, { data: place, key: place.importId, organizationId });
    }
    return answer(trx, place);
  });
}

/** Takes files of vehicles, and says how far the work on them is. */
export function createVehicleImportsService(deps: VehicleImportsDeps) {
  const { database } = deps;
  return {
    presign: (actor: MemberActor, said: { asset: string; orgId: string }) => presign(deps, actor, said),
    upload: (importId: string, asked: SignedRequest & { file: Uint8Array }) => upload(deps, importId, asked),
    evaluate: (actor: MemberActor, said: { filePath: string; orgId: string }) => evaluate(deps, actor, said),
    get: ({ organizationId }: MemberActor, importId: string): Promise<VehicleImport> =>
      database.withOrganization(organizationId, (trx) => answer(trx, { organizationId, importId })),
    cancel: ({ organizationId }: MemberActor, importId: string): Promise<VehicleImport> =>
      database.withOrganization(organizationId, async (trx) => {
        const place = { organizationId, importId };
        const row = await repository.holdImport(trx, place);
        if (row?.state === 'waiting' || row?.state === 'running')
          await repository.updateImport(trx, place, { state: 'canceled' });
        return answer(trx, place);
      }),
  };
}
