import type { Edge } from '@sightline/contracts/edges/edge';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AnalysisSection } from '../../../features/analysis/analysis-section.tsx';
import { camerasOfEdge } from '../../../features/cameras/camera-queries.ts';
import { EdgeFacts } from '../../../features/edges/edge-facts.tsx';
import { EdgeNotices } from '../../../features/edges/edge-notices.tsx';
import { EdgeMachine } from '../../../features/edges/system/edge-machine.tsx';
import { PairEdge } from '../../../features/edges/pair-edge.tsx';
import { RenameEdgeForm } from '../../../features/edges/rename-edge-form.tsx';
import { StatusHistorySection } from '../../../features/status/status-history.tsx';
import { callQuery } from '../../../platform/api/client.ts';
import { useMay } from '../../../platform/session/may.ts';
import classes from '../../../ui/forms/form.module.css';

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
        <section className={classes.section}>
          <h2>{t('edges.pair.title')}</h2>
          <PairEdge edge={core} localWaits={setup.data?.localCoreWaits ?? false} />
        </section>
      )}
      <section className={classes.section}>
        <h2>{t('edges.facts.title')}</h2>
        <EdgeFacts edge={core} timeZone={timeZone} />
      </section>
      {core.lastSeenUtcMs !== null && <EdgeMachine edgeId={core.id} timeZone={timeZone} />}
      <section className={classes.section}>
        <h2>{t('cameras.home.count', { count: core.cameraCount })}</h2>
        <Link to="/location/list" search={{ core: core.id }}>
          {t('edges.facts.showCameras')}
        </Link>
      </section>
      {!isUnpaired && (
        <>
          <section className={classes.section}>
            <h2>{t('status.history.title')}</h2>
            <StatusHistorySection thing={{ kind: 'edge', id: core.id, timeZone }} />
          </section>
          <section className={classes.section}>
            <h2>{t('analysis.title')}</h2>
            <AnalysisSection edgeId={core.id} cameraLink={cameraLink} />
          </section>
          <section className={classes.section}>
            <h2>{t('edges.notices.title')}</h2>
            <EdgeNotices edgeId={core.id} timeZone={timeZone} />
          </section>
        </>
      )}
      {core.can.edit && (
        <section className={classes.section}>
          <h2>{t('edges.form.title')}</h2>
          <RenameEdgeForm key={core.id} edge={core} />
        </section>
      )}
    </>
  );
}
