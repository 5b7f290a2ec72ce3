import type { SyncOperation } from '@sightline/contracts/sync-operations/sync-operation';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** Kinds that have a word of their own; one that is newer than this page is called settings. */
const kinds = ['camera', 'organizationSwitches', 'locationPrivacy'] as const;

/** What a kind of entity is called. */
function kindLabel(t: TFunction, entity: string): string {
  const kind = kinds.find((one) => one === entity);
  return t(`syncOperations.kind.${kind ?? 'other'}`);
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
