import type { Work } from '../../../platform/database/database.ts';
import type { SealedBox } from '../../../platform/secrets/sealed-box.ts';
import { findSecret, putSecret } from '../camera-writes.repository.ts';

/** User name and password of a camera. Never logged, never presented. */
export interface CameraCredentials {
  username: string;
  password: string;
}

const contextOf = (organizationId: string, secretId: string): string =>
  `camera-credentials:${organizationId}:${secretId}`;

export async function sealCredentials(
  trx: Work,
  place: { organizationId: string; secretId: string; box: SealedBox },
  credentials: CameraCredentials,
): Promise<void> {
  const { organizationId, secretId, box } = place;
  await putSecret(trx, organizationId, {
    id: secretId,
    sealed: box.seal(JSON.stringify(credentials), contextOf(organizationId, secretId)),
  });
}

export async function openCredentials(
  trx: Work,
  place: { organizationId: string; secretId: string; box: SealedBox },
): Promise<CameraCredentials> {
  const { organizationId, secretId, box } = place;
  const sealed = await findSecret(trx, organizationId, secretId);
  return sealed
    ? (JSON.parse(box.open(sealed, contextOf(organizationId, secretId))) as CameraCredentials)
    : { username: '', password: '' };
}
