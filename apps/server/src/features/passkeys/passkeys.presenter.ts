import type { Passkey } from '@sightline/contracts/passkeys/passkey';
import type { PasskeyRow } from './passkeys.repository.ts';

/** A passkey as its owner sees it: nothing of the key itself. */
export const presentPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  isSynced: row.isSynced,
  createdAt: row.createdAt.getTime(),
  lastUsedAt: row.lastUsedAt?.getTime() ?? null,
});
