import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { analysisCalls } from '@sightline/contracts/analysis/analysis.api';
import { hasFewPictures, picturesNeeded } from '@sightline/domain/rules/few-pictures';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../platform/api/client.ts';
import { useMay } from '../../../platform/session/may.ts';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import { camerasOf } from '../builder/builder-queries.ts';

const lookEveryMs = 15_000;

/** Ids of the rule's cameras that give it fewer pictures than it needs, as their cores say now; unknown ones are not among them. */
export function useFewPictures({ condition: { kind }, cameraIds, isEnabled }: AlertRule): ReadonlySet<string> {
  const isAsked = useMay('CoreView') && isEnabled && cameraIds.length > 0 && picturesNeeded(kind) > 0;
  const cameras = useQuery({ ...camerasOf(cameraIds), enabled: isAsked }).data?.items ?? [];
  const edgeIds = isAsked ? [...new Set(cameras.map(({ edgeId }) => edgeId))] : [];
  const told = useQueries({
    queries: edgeIds.map((id) => ({
      ...callQuery(analysisCalls.ofEdge, { params: { id } }),
      refetchInterval: lookEveryMs,
      retry: false,
    })),
  });
  // What an offline core said before is not so any more.
  const now = new Map(
    told.flatMap(({ data, isError }) => (isError ? [] : (data?.cameras ?? []))).map((one) => [one.cameraId, one]),
  );
  const few = cameras.filter(({ id, streams }) => {
    const status = now.get(id);
    if (status === undefined) return false;
    const stream = streams.find((one) => one.kind === status.stream);
    return hasFewPictures(kind, { ...status, streamFps: stream?.format?.fps ?? null });
  });
  return new Set(few.map(({ id }) => id));
}

/** Beside the state of a rule at a camera. */
export function FewPictures() {
  const { t } = useTranslation();
  return <StatusLabel level="warn">{t('alertRules.fewPictures.badge')}</StatusLabel>;
}
