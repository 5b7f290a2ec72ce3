import { analysisCalls } from '@sightline/contracts/analysis/analysis.api';
import type { AnalysisStatus } from '@sightline/contracts/analysis/analysis';
import type { Edge } from '@sightline/contracts/edges/edge';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { camerasOfEdge } from '../../../../features/cameras/camera-queries.ts';
import { toApiError } from '../../../../platform/api/api-error.ts';
import { callQuery } from '../../../../platform/api/client.ts';
import { formatShare } from '../../../../platform/i18n/format-number.ts';
import { Lead } from '../../../../ui/page/section.tsx';
import { LoadingRows } from '../../../../ui/states/loading-rows.tsx';
import { PlainTable } from '../../../../ui/table/plain-table.tsx';
import { machineText } from '../cells.tsx';

const againMs = 10_000;

type CameraAnalysis = AnalysisStatus['cameras'][number];

const number = (id: keyof CameraAnalysis, text: (camera: CameraAnalysis) => string) => ({
  id,
  header: machineText(id),
  isNumber: true,
  cell: (camera: CameraAnalysis) => machineText(text(camera)),
});

const rate = (perSecond: number): string => perSecond.toFixed(1);

const numbers = [
  number('wantedFps', ({ wantedFps }) => rate(wantedFps)),
  number('givenFps', ({ givenFps }) => rate(givenFps)),
  number('decodedFps', ({ decodedFps }) => rate(decodedFps)),
  number('droppedFps', ({ droppedFps }) => rate(droppedFps)),
  number('share', ({ share }) => formatShare(share)),
  number('queueAgeMs', ({ queueAgeMs }) => `${String(Math.round(queueAgeMs))} ms`),
  number('motionLevel', ({ motionLevel }) => String(motionLevel)),
  number('openTracks', ({ openTracks }) => String(openTracks)),
];

const detectorOf = ({ models }: AnalysisStatus): string | null => {
  const model = models.find(({ task, isActive }) => task === 'detect' && isActive);
  return model === undefined ? null : `${model.packId}@${model.version}`;
};

/** How the analysis of each camera of a core goes: rates, share, what waits, and by which model. */
export function CameraAnalytics({ edge }: { edge: Edge }) {
  const { t } = useTranslation();
  const analysis = useQuery({
    ...callQuery(analysisCalls.ofEdge, { params: { id: edge.id } }),
    refetchInterval: againMs,
    retry: false,
  });
  const cameras = useQuery(camerasOfEdge(edge.id)).data?.items;
  if (analysis.isPending) return <LoadingRows rows={2} />;
  if (analysis.data === undefined) return <p>{t(`errors.${toApiError(analysis.error).code}`)}</p>;
  const detector = detectorOf(analysis.data);
  return (
    <>
      <Lead>{detector === null ? t('developer.analytics.noModel') : machineText(detector)}</Lead>
      {analysis.data.cameras.length === 0 && <p>{t('developer.noCameras')}</p>}
      {analysis.data.cameras.length > 0 && (
        <PlainTable
          label={edge.name}
          rows={analysis.data.cameras}
          rowKey={({ cameraId }) => cameraId}
          columns={[
            {
              id: 'camera',
              header: t('developer.motion.camera'),
              cell: ({ cameraId }) => cameras?.find(({ id }) => id === cameraId)?.name ?? machineText(cameraId),
            },
            {
              id: 'state',
              header: machineText('state'),
              cell: ({ state, cause }) => machineText(cause === null ? state : `${state} (${cause})`),
            },
            { id: 'stream', header: machineText('stream'), cell: ({ stream }) => machineText(stream) },
            ...numbers,
          ]}
        />
      )}
    </>
  );
}
