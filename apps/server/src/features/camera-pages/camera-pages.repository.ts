import type { Work } from '../../platform/database/database.ts';

interface OfCamera {
  organizationId: string;
  cameraId: string;
  /** Host and port. */
  place: string;
}

/** The certificate that is believed of a camera's page; undefined before the first look. */
export const findCertificate = (
  trx: Work,
  { organizationId, cameraId, place }: OfCamera,
): Promise<{ fingerprint: string; pinnedAt: Date } | undefined> =>
  trx
    .selectFrom('cameraPageCertificates')
    .select(['fingerprint', 'pinnedAt'])
    .where('organizationId', '=', organizationId)
    .where('cameraId', '=', cameraId)
    .where('place', '=', place)
    .executeTakeFirst();

/** Believes this certificate from now on, and no other. */
export async function pinCertificate(
  trx: Work,
  of: OfCamera,
  pinned: { fingerprint: string; pinnedAt: Date },
): Promise<void> {
  await trx
    .insertInto('cameraPageCertificates')
    .values({ ...of, ...pinned })
    .onConflict((conflict) => conflict.columns(['organizationId', 'cameraId', 'place']).doUpdateSet(pinned))
    .execute();
}
