import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../ui/layout/stack.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import classes from './credentials.module.css';

interface CredentialsResultProps {
  results: readonly { cameraId: string; cause: ErrorCode | null }[];
  cameras: readonly { id: string; name: string }[];
}

/** For each camera whether it has the new account, or why not. */
export function CredentialsResult({ results, cameras }: CredentialsResultProps) {
  const { t } = useTranslation();
  const failed = results.filter(({ cause }) => cause !== null);
  return (
    <Stack gap={8} role="status" className={classes.results}>
      <StatusLabel level={failed.length === 0 ? 'ok' : 'warn'}>
        {t('cameraDevices.credentials.changed', { count: results.length - failed.length })}
      </StatusLabel>
      {failed.map(({ cameraId, cause }) => (
        <p key={cameraId}>
          <bdi>{cameras.find(({ id }) => id === cameraId)?.name ?? cameraId}</bdi>: {t(`errors.${cause ?? 'internal'}`)}
        </p>
      ))}
    </Stack>
  );
}
