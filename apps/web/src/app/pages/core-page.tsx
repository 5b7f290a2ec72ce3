import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { edgeById } from '../../features/edges/edge-queries.ts';
import { AnalysisSection } from '../../features/analysis/analysis-section.tsx';
import { camerasOfEdge } from '../../features/cameras/camera-queries.ts';
import { EdgeFacts } from '../../features/edges/edge-facts.tsx';
import { EdgeNotices } from '../../features/edges/edge-notices.tsx';
import { EndEdge } from '../../features/edges/end-edge.tsx';
import { PairEdge } from '../../features/edges/pair-edge.tsx';
import { RenameEdgeForm } from '../../features/edges/rename-edge-form.tsx';
import { locationById } from '../../features/locations/location-queries.ts';
import { SyncQueue } from '../../features/sync-operations/sync-queue.tsx';
import { callQuery } from '../../platform/api/client.ts';
import classes from '../../ui/forms/form.module.css';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { PageTabs } from '../../ui/tabs/page-tabs.tsx';
import { EntityFailure } from './entity-failure.tsx';

/** One core: state and health, pairing, name, ending it. */
export function CorePage() {
  const { t } = useTranslation();
  const { edgeId } = useParams({ from: '/shell/organization/edge-edit/$edgeId' });
  const { tab } = useSearch({ from: '/shell/organization/edge-edit/$edgeId' });
  const navigate = useNavigate();
  const edge = useQuery(edgeById(edgeId));
  const locationId = edge.data?.locationId;
  const location = useQuery({ ...locationById(locationId ?? ''), enabled: locationId !== undefined });
  const cameras = useQuery(camerasOfEdge(edgeId));
  const setup = useQuery({ ...callQuery(sessionsCalls.setup, {}), staleTime: 0 });
  if (edge.data === undefined) return edge.error === null ? <LoadingRows /> : <EntityFailure failure={edge.error} onRetry={() => void edge.refetch()} />;
  const core = edge.data;
  const isUnpaired = core.state === 'unclaimed' || core.state === 'revoked';
  const cameraLink = (cameraId: string) => {
    const camera = cameras.data?.items.find(({ id }) => id === cameraId);
    return camera ? (
      <Link to="/camera/$cameraId" params={{ cameraId }}>
        {camera.name}
      </Link>
    ) : null;
  };
  const parents = [{ key: 'devices', link: <Link to="/location/home">{t('shell.nav.devices')}</Link> }];
  const tabs = (
    <PageTabs
      label={t('syncOperations.tabs.label')}
      value={tab ?? 'core'}
      tabs={[
        { value: 'core', label: t('syncOperations.tabs.core') },
        { value: 'sync', label: t('syncOperations.tabs.sync') },
      ]}
      onChange={(value) => void navigate({ to: '.', search: value === 'sync' ? { tab: value } : {}, replace: true })}
    />
  );
  if (tab === 'sync')
    return (
      <>
        <PageHeader title={core.name} parents={parents} meta={location.data?.name}>
          <Link to="/location/sync">{t('syncOperations.unsynced.show')}</Link>
        </PageHeader>
        {tabs}
        <SyncQueue edgeId={core.id} timeZone={location.data?.timeZone ?? 'UTC'} />
      </>
    );
  return (
    <>
      <PageHeader title={core.name} parents={parents} meta={location.data?.name}>
        {core.can.edit && <EndEdge edge={core} onDeleted={() => void navigate({ to: '/location/home' })} />}
        {core.can.createCamera && !isUnpaired && (
          <ButtonLink to="/cameras/add" search={{ core: core.id }} leftSection={<IconPlus size={16} stroke={1.6} />}>
            {t('cameras.add.action')}
          </ButtonLink>
        )}
      </PageHeader>
      {tabs}
      {isUnpaired && core.can.edit && (
        <section className={classes.section}>
          <h2>{t('edges.pair.title')}</h2>
          <PairEdge edge={core} localWaits={setup.data?.localCoreWaits ?? false} />
        </section>
      )}
      <section className={classes.section}>
        <h2>{t('edges.facts.title')}</h2>
        <EdgeFacts edge={core} timeZone={location.data?.timeZone ?? 'UTC'} />
      </section>
      <section className={classes.section}>
        <h2>{t('cameras.home.count', { count: core.cameraCount })}</h2>
        <Link to="/location/list" search={{ core: core.id }}>
          {t('edges.facts.showCameras')}
        </Link>
      </section>
      {!isUnpaired && (
        <>
          <section className={classes.section}>
            <h2>{t('analysis.title')}</h2>
            <AnalysisSection edgeId={core.id} cameraLink={cameraLink} />
          </section>
          <section className={classes.section}>
            <h2>{t('edges.notices.title')}</h2>
            <EdgeNotices edgeId={core.id} timeZone={location.data?.timeZone ?? 'UTC'} />
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
