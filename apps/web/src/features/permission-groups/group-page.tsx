import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { groupById } from './group-queries.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { EntityFailure } from '../../ui/pages/entity-failure.tsx';
import { GroupEditor } from './group-editor.tsx';

/** One permission group. */
export function GroupPage() {
  const { t } = useTranslation();
  const { groupId } = useParams({ from: '/shell/organization/settings-area/settings/permissions/$groupId' });
  const group = useQuery(groupById(groupId));
  // Somebody deleted it meanwhile: what is on the screen is no more.
  const isGone = group.error?.code === 'not_found';
  if (group.data !== undefined && !isGone) return <GroupEditor key={groupId} group={group.data} />;
  if (group.error !== null) return <EntityFailure failure={group.error} onRetry={() => void group.refetch()} />;
  return (
    <>
      <PageHeader title={t('permissionGroups.list.title')} />
      <LoadingRows />
    </>
  );
}
