import type { SyncedKind } from '@sightline/contracts/link/synced-kinds';
import type { SyncOperation } from '@sightline/contracts/sync-operations/sync-operation';
import i18next, { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** What a kind of entity is called; one that is newer than this page is called settings. */
function kindLabel(t: TFunction, entity: string): string {
  const key = `syncOperations.kind.${entity as SyncedKind}` as const;
  // A plain truth value: `exists` would narrow the key to every text there is.
  const isKnown: boolean = i18next.exists(key);
  return t(isKnown ? key : 'syncOperations.kind.other');
}

/** Kind and name of what a core is told; the name is missing where it may not be read. */
export function EntityName({ of: { entity, entityName } }: { of: Pick<SyncOperation, 'entity' | 'entityName'> }) {
  const { t } = useTranslation();
  const kind = kindLabel(t, entity);
  return entityName === null ? (
    kind
  ) : (
    <>
      {kind}: <bdi>{entityName}</bdi>
    </>
  );
}
