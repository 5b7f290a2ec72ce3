import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { RollOutDetails } from './roll-out-details.tsx';
import { rollOutById } from './roll-out-queries.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { EntityFailure } from '../../../ui/pages/entity-failure.tsx';

/** One roll-out: its waves, its cores, and what can be done. */
export function RollOutPage() {
  const { t } = useTranslation();
  const { rollOutId } = useParams({ from: '/shell/organization/location/roll-outs/$rollOutId' });
  const found = useQuery(rollOutById(rollOutId));
  if (found.data === undefined)
    return found.error === null ? (
      <LoadingRows />
    ) : (
      <EntityFailure failure={found.error} onRetry={() => void found.refetch()} />
    );
  return (
    <>
      <PageHeader
        title={t('edgeReleases.rollOut.titleOf', { version: found.data.version })}
        parents={[{ key: 'all', link: <Link to="/location/roll-outs">{t('edgeReleases.rollOut.title')}</Link> }]}
        meta={<bdi dir="ltr">{`${found.data.platform} ${found.data.arch}`}</bdi>}
      />
      <RollOutDetails rollOut={found.data} />
    </>
  );
}
