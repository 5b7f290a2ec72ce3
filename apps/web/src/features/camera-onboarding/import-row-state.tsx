import type { CameraImportRow } from '@sightline/contracts/camera-onboarding/camera-import';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../ui/layout/stack.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { codecName } from './codec-name.ts';
import classes from './onboarding.module.css';
import { useFaultWords } from './use-fault-words.ts';

/** What came of a row, and when it failed why and in which columns. */
export function ImportRowState({ row }: { row: CameraImportRow }) {
  const { t } = useTranslation();
  const faultWords = useFaultWords();
  if (row.loading) return <StatusLabel level="idle">{t('cameraOnboarding.row.waits')}</StatusLabel>;
  if (row.createStatus === 'created') return <StatusLabel level="ok">{t('cameraOnboarding.row.created')}</StatusLabel>;
  if (row.error) {
    return (
      <Stack as="span" gap={4}>
        <StatusLabel level="bad">{t('cameraOnboarding.row.failed')}</StatusLabel>
        {row.faults.map((fault) => (
          <span key={fault.column}>
            {fault.column !== 'row' && (
              <>
                <bdi dir="ltr">{fault.column}</bdi>
                {': '}
              </>
            )}
            {faultWords(fault)}
          </span>
        ))}
        {row.faults.length === 0 && <span>{t(`errors.${row.cause ?? 'internal'}`)}</span>}
      </Stack>
    );
  }
  if (row.test === null) return <StatusLabel level="idle">{t('cameraOnboarding.row.open')}</StatusLabel>;
  const { width, height, videoCodec } = row.test.format;
  return (
    <Stack as="span" gap={4}>
      <StatusLabel level="ok">{t('cameraOnboarding.row.works')}</StatusLabel>
      <bdi dir="ltr" className={classes.small}>{`${codecName(videoCodec)} · ${String(width)} × ${String(height)}`}</bdi>
    </Stack>
  );
}
