import type { SyncOperation } from '@sightline/contracts/sync-operations/sync-operation';
import { useTranslation } from 'react-i18next';

/** Which entity reaches which revision, and what it takes back. */
export function OperationName({ operation }: { operation: SyncOperation }) {
  const { t } = useTranslation();
  const { entityName, revision, cancels } = operation;
  return (
    <>
      <bdi>{entityName ?? t('syncOperations.camera')}</bdi>, {t('syncOperations.revision', { revision })}
      {cancels !== null && <> ({t('syncOperations.takesBack', { number: cancels })})</>}
    </>
  );
}
