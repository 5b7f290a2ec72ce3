import type { Edge } from '@sightline/contracts/edges/edge';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AnalysisSection } from '../../../features/analysis/analysis-section.tsx';
import { camerasOfEdge } from '../../../features/cameras/camera-queries.ts';
import { EdgeFacts } from '../../../features/edges/edge-facts.tsx';
import { EdgeNotices } from '../../../features/edges/notices/edge-notices.tsx';
import { EdgeMachine } from '../../../features/edges/system/edge-machine.tsx';
import { PairEdge } from '../../../features/edges/pair-edge.tsx';
import { RenameEdgeForm } from '../../../features/edges/rename-edge-form.tsx';
import { StatusHistorySection } from '../../../features/status/status-history.tsx';
import { callQuery } from '../../../platform/api/client.ts';
import { useMay } from '../../../platform/session/may.ts';
import { Section } from '../../../ui/page/section.tsx';

/** How a core is, pairing, its cameras, what it said, and its name. */
export function CoreDetailsTab({ core, timeZone }: { core: Edge; timeZone: string }) {
  const { t } = useTranslation();
  const cameras = useQuery(camerasOfEdge(core.id));
  const setup = useQuery({ ...callQuery(sessionsCalls.setup, {}), staleTime: 0 });
  const mayPair = useMay('CoreCreate', core.id);
  const isUnpaired = core.state === 'unclaimed' || core.state === 'revoked';
  const cameraLink = (cameraId: string) => {
    const camera = cameras.data?.items.find(({ id }) => id === cameraId);
    return camera ? (
      <Link to="/camera/$cameraId" params={{ cameraId }}>
        {camera.name}
      </Link>
    ) : null;
  };
  return (
    <>
      {isUnpaired && mayPair && (
        <Section title={t('edges.pair.title')}>
          <PairEdge edge={core} localWaits={setup.data?.localCoreWaits ?? false} />
        </Section>
      )}
      <Section title={t('edges.facts.title')}>
        <EdgeFacts edge={core} timeZone={timeZone} />
      </Section>
      {core.lastSeenUtcMs !== null && <EdgeMachine edgeId={core.id} timeZone={timeZone} />}
      <Section title={t('cameras.home.count', { count: core.cameraCount })}>
        <Link to="/location/list" search={{ core: core.id }}>
          {t('edges.facts.showCameras')}
        </Link>
      </Section>
      {!isUnpaired && (
        <>
          <Section title={t('status.history.title')}>
            <StatusHistorySection thing={{ kind: 'edge', id: core.id, timeZone }} />
          </Section>
          <Section title={t('analysis.title')}>
            <AnalysisSection edgeId={core.id} cameraLink={cameraLink} />
          </Section>
          <Section title={t('edges.notices.title')}>
            <EdgeNotices edgeId={core.id} timeZone={timeZone} />
          </Section>
        </>
      )}
      {core.can.edit && (
        <Section title={t('edges.form.title')}>
          <RenameEdgeForm key={core.id} edge={core} />
        </Section>
      )}
    </>
  );
}
