import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CredentialsForm } from '../../features/camera-devices/credentials-form.tsx';
import { allEdges } from '../../features/edges/edge-queries.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { EntityFailure } from '../../ui/pages/entity-failure.tsx';

/** Accounts of cameras, changed for one or many at once. */
export function CameraCredentialsPage() {
  const { t } = useTranslation();
  const edges = useQuery(allEdges());
  const parents = [{ key: 'cameras', link: <Link to="/cameras">{t('cameras.list.label')}</Link> }];
  return (
    <>
      <PageHeader title={t('cameraDevices.credentials.title')} parents={parents} />
      {edges.error !== null && <EntityFailure failure={edges.error} onRetry={() => void edges.refetch()} />}
      {edges.isPending && <LoadingRows rows={4} />}
      {edges.data?.items.length === 0 && (
        <EmptyState title={t('cameras.add.noCoreTitle')} text={t('cameras.add.noCoreText')} />
      )}
      {edges.data !== undefined && edges.data.items.length > 0 && <CredentialsForm edges={edges.data.items} />}
    </>
  );
}
