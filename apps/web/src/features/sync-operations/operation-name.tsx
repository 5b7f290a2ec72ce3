import type { SyncOperation } from '@sightline/contracts/sync-operations/sync-operation';
import { useTranslation } from 'react-i18next';
import { EntityName } from './entity-name.tsx';

/** Which entity reaches which revision, and what it takes back. */
export function OperationName({ operation }: { operation: SyncOperation }) {
  const { t } = useTranslation();
  const { revision, cancels } = operation;
  return (
    <>
      <EntityName of={operation} />, {t('syncOperations.revision', { revision })}
      {cancels !== null && <> ({t('syncOperations.takesBack', { number: cancels })})</>}
    </>
  );
}
