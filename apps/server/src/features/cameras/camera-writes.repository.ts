import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { DeviceIdentity } from './device/camera-hosts.repository.ts';

/** A stream as it is stored: address without credentials, and its one spelling. */
export interface StreamValues extends Pick<Row<'cameraStreams'>, 'kind' | 'url' | 'urlKey' | 'transport' | 'driver'> {
  /** Of a stream that a core has already. */
  id?: string;
}

export interface CameraValues extends Pick<
  Row<'cameras'>,
  | 'name'
  | 'edgeId'
  | 'locationId'
  | 'username'
  | 'hasPassword'
  | 'secretId'
  | 'recordingMode'
  | 'retentionDays'
  | 'retentionBytes'
  | 'onvifHost'
  | 'onvifPort'
  | 'address'
  | 'latitude'
  | 'longitude'
> {
  /** JSON text. */
  analysis: string;
  /** JSON text. */
  settings: string;
}

interface CameraPlace {
  organizationId: string;
  cameraId: string;
}

export async function insertCamera(
  trx: Work,
  organizationId: string,
  values: CameraValues & Partial<DeviceIdentity> & { id?: string; revision?: number },
): Promise<string> {
  const id = values.id ?? newId();
  await trx
    .insertInto('cameras')
    .values({ organizationId, ...values, id })
    .execute();
  return id;
}

/** Changes a camera and answers its new revision. */
export async function updateCamera(
  trx: Work,
  place: CameraPlace,
  change: Partial<CameraValues> & Partial<DeviceIdentity> & { credentialsVersion?: number },
): Promise<number> {
  const { revision } = await trx
    .updateTable('cameras')
    .set((eb) => ({ ...change, revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.cameraId)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

/** Streams become what is given. A stream keeps its id as long as its kind stays, because recordings belong to it. */
export async function replaceStreams(
  trx: Work,
  place: CameraPlace & { edgeId: string },
  streams: readonly StreamValues[],
): Promise<void> {
  const { organizationId, cameraId, edgeId } = place;
  const mine = trx
    .selectFrom('cameraStreams')
    .select(['id', 'kind', 'urlKey'])
    .where('organizationId', '=', organizationId)
    .where('cameraId', '=', cameraId)
    .where('deletedAt', 'is', null);
  const existing = await mine.execute();
  for (const row of existing) {
    // Out of the way first, so that main and sub can swap addresses.
    const isGone = !streams.some((stream) => stream.kind === row.kind);
    await trx
      .updateTable('cameraStreams')
      .set({ urlKey: row.id, ...(isGone ? { deletedAt: new Date() } : {}) })
      .where('organizationId', '=', organizationId)
      .where('id', '=', row.id)
      .execute();
  }
  for (const stream of streams) {
    const before = existing.find((row) => row.kind === stream.kind);
    const isSame = before?.urlKey === stream.urlKey;
    const fresh = isSame ? {} : { format: null, state: 'connecting' as const, cause: null, stateSince: new Date() };
    if (before)
      await trx
        .updateTable('cameraStreams')
        .set({ ...stream, ...fresh })
        .where('organizationId', '=', organizationId)
        .where('id', '=', before.id)
        .execute();
    else
      await trx
        .insertInto('cameraStreams')
        .values({ organizationId, id: newId(), cameraId, edgeId, ...stream })
        .execute();
  }
}

/** Takes a camera out of use. Its row stays until its last footage is gone; its secret goes at once. */
export async function deleteCamera(trx: Work, place: CameraPlace & { secretId: string }): Promise<number> {
  const { organizationId, cameraId, secretId } = place;
  const deletedAt = new Date();
  await trx
    .updateTable('cameraStreams')
    .set({ deletedAt })
    .where('organizationId', '=', organizationId)
    .where('cameraId', '=', cameraId)
    .where('deletedAt', 'is', null)
    .execute();
  await trx.deleteFrom('secrets').where('organizationId', '=', organizationId).where('id', '=', secretId).execute();
  const { revision } = await trx
    .updateTable('cameras')
    .set((eb) => ({ deletedAt, revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', cameraId)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

export async function putSecret(
  trx: Work,
  organizationId: string,
  secret: { id: string; sealed: Buffer },
): Promise<void> {
  await trx
    .insertInto('secrets')
    .values({ organizationId, ...secret })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'id']).doUpdateSet({ sealed: secret.sealed, updatedAt: new Date() }),
    )
    .execute();
}

export async function findSecret(trx: Work, organizationId: string, secretId: string): Promise<Buffer | undefined> {
  const row = await trx
    .selectFrom('secrets')
    .select('sealed')
    .where('organizationId', '=', organizationId)
    .where('id', '=', secretId)
    .executeTakeFirst();
  return row?.sealed;
}

/** What a core reports about a stream. */
export interface ReportedStream extends Pick<
  Row<'cameraStreams'>,
  'state' | 'cause' | 'stateSince' | 'isRecording' | 'recordingCause'
> {
  /** JSON text. */
  format: string | null;
  reportedAt: Date;
}

/** Stores the state of a stream; false when it is no stream of this camera and core, or not in use any more. */
export async function updateStreamState(
  trx: Work,
  place: CameraPlace & { edgeId: string; streamId: string },
  reported: ReportedStream,
): Promise<boolean> {
  const { isRecording, recordingCause, reportedAt } = reported;
  const { numUpdatedRows } = await trx
    .updateTable('cameraStreams')
    .set((eb) => ({
      ...reported,
      recordingSince: eb
        .case()
        .when(
          eb.and([eb('isRecording', '=', isRecording), eb('recordingCause', 'is not distinct from', recordingCause)]),
        )
        .then(eb.ref('recordingSince'))
        .else(reportedAt)
        .end(),
    }))
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.streamId)
    .where('cameraId', '=', place.cameraId)
    .where('edgeId', '=', place.edgeId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What a core said of streams that it does not have any more is forgotten: they are as new ones until it speaks of them. */
export async function forgetReports(trx: Work, organizationId: string, cameraIds: readonly string[]): Promise<void> {
  if (cameraIds.length === 0) return;
  await trx
    .updateTable('cameraStreams')
    .set({
      state: 'connecting',
      cause: null,
      stateSince: new Date(),
      isRecording: false,
      recordingCause: null,
      recordingSince: new Date(),
      reportedAt: null,
    })
    .where('organizationId', '=', organizationId)
    .where('cameraId', 'in', cameraIds)
    .where('deletedAt', 'is', null)
    .execute();
}

/** Remembers which revision the core has. */
export async function markCameraApplied(
  trx: Work,
  place: CameraPlace & { edgeId: string },
  revision: number,
): Promise<void> {
  await sql`update cameras set applied_revision = greatest(applied_revision, ${revision})
    where organization_id = ${place.organizationId} and id = ${place.cameraId} and edge_id = ${place.edgeId}`.execute(
    trx,
  );
}
