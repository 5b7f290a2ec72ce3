import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ruleQuery } from '../../../features/alert-rules/builder/builder-queries.ts';
import { EditRule } from '../../../features/alert-rules/builder/edit-rule.tsx';
import { isForDevelopers } from '../../../features/alert-rules/builder/kind-of-address.ts';
import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import { isDeveloperPerson } from '../../../platform/routes/guard-rules.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import { EntityFailure } from '../../../ui/pages/entity-failure.tsx';
import { NoAccessPage } from '../../../ui/pages/no-access-page.tsx';
import { NotFoundPage } from '../../../ui/pages/not-found-page.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { livePictureOf } from '../drawn-live-picture.tsx';

/** One rule, to be changed. */
export function EditRulePage() {
  const { ruleId } = useParams({ from: '/shell/organization/alert/edit/$ruleId' });
  const rule = useQuery(ruleQuery(ruleId));
  const isDeveloper = isDeveloperPerson(useSession().user, useAppInfo()?.environment === 'development');
  if (rule.data !== undefined && rule.error?.code !== 'not_found') {
    if (isForDevelopers(rule.data.condition.kind) && !isDeveloper) return <NotFoundPage />;
    if (!rule.data.can.edit) return <NoAccessPage permission="AlertEdit" entityId={rule.data.targets[0]?.id} />;
    return <EditRule key={ruleId} rule={rule.data} livePicture={livePictureOf} />;
  }
  if (rule.error !== null) return <EntityFailure failure={rule.error} onRetry={() => void rule.refetch()} />;
  return <LoadingRows />;
}
