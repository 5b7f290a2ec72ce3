import { IconAlertTriangle, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import { analysisGlance } from './analysis-queries.ts';
import { noticeOf } from './notice-of.ts';
import classes from './analysis.module.css';

/** A quiet line where fewer things are seen of a camera than could be, and why. Nothing while all is well. */
export function CameraAnalysisNotice({ cameraId, edgeId, isOn }: { cameraId: string; edgeId: string; isOn: boolean }) {
  const { t } = useTranslation();
  // Whoever may not see cores is told nothing of them.
  const status = useQuery({ ...analysisGlance(edgeId), enabled: isOn });
  // What a core said before it went away holds no more.
  const notice = noticeOf({ id: cameraId, isOn }, status.error === null ? status.data : undefined);
  if (notice === null) return null;
  const isCause = notice.kind === 'cause';
  return (
    <Row
      as="p"
      align="start"
      gap={8}
      className={classes.notice}
      data-level={isCause ? 'warn' : 'quiet'}
      data-testid="analysis-notice"
    >
      {isCause ? (
        <IconAlertTriangle size={14} stroke={1.75} aria-hidden="true" />
      ) : (
        <IconEyeOff size={14} stroke={1.75} aria-hidden="true" />
      )}
      <span>{isCause ? t(`errors.${notice.cause}`) : t(`analysis.notice.${notice.kind}`)}</span>
    </Row>
  );
}
