import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { toApiError } from '../../platform/api/api-error.ts';
import { formatShare } from '../../platform/i18n/format-number.ts';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { analysisOfEdge } from './analysis-queries.ts';
import { CameraRows } from './camera-rows.tsx';
import { ModelRows } from './model-rows.tsx';
import { perSecond } from './per-second.ts';
import classes from './analysis.module.css';

interface AnalysisSectionProps {
  edgeId: string;
  /** A link to a camera by its id, or null when the person may not see it. */
  cameraLink: (cameraId: string) => ReactNode;
}

/** What a core looks for and how it keeps up: its models, and each camera's share. As the core says it now. */
export function AnalysisSection({ edgeId, cameraLink }: AnalysisSectionProps) {
  const { t } = useTranslation();
  const status = useQuery(analysisOfEdge(edgeId));
  if (status.data === undefined) {
    if (status.error === null) return <LoadingRows />;
    return <p className={classes.words}>{t(`errors.${toApiError(status.error).code}`)}</p>;
  }
  const { models, cameras, inference, canDecode } = status.data;
  return (
    <div className={classes.parts}>
      {status.error !== null && <StatusLabel level="warn">{t(`errors.${toApiError(status.error).code}`)}</StatusLabel>}
      {!canDecode && <StatusLabel level="bad">{t('errors.transcode_unavailable')}</StatusLabel>}
      <ModelRows models={models} />
      {cameras.length > 0 && (
        <>
          <p className={classes.words}>
            {t('analysis.cameras.budget', {
              used: formatShare(inference.usedShare),
              budget: formatShare(inference.budgetShare),
              given: perSecond(inference.givenFps),
              wanted: perSecond(inference.wantedFps),
            })}
          </p>
          <CameraRows cameras={cameras} cameraLink={cameraLink} />
        </>
      )}
    </div>
  );
}
