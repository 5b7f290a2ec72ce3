import type { PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callQuery } from '../../platform/api/client.ts';
import { GroupMembers } from './group-members.tsx';
import { useGroupWriter } from './use-group-writer.ts';

/** Helping organizations in the group. */
export function GroupOrganizations({ group }: { group: PermissionGroup }) {
  const { t } = useTranslation();
  const helpers = useQuery(callQuery(usersCalls.listSupport, {}));
  const write = useGroupWriter(group.id);
  const save = useMutation({
    mutationFn: (organizations: string[]) =>
      write((revision) =>
        call(permissionGroupsCalls.setOrganizations, { params: { id: group.id }, body: { organizations, revision } }),
      ),
  });
  return (
    <GroupMembers
      members={group.organizations}
      candidates={helpers.data?.items ?? []}
      texts={{
        add: t('permissionGroups.organizations.add'),
        none: t('permissionGroups.organizations.none'),
        noneText: t('permissionGroups.organizations.noneText'),
        noCandidates: t('permissionGroups.organizations.noCandidates'),
        removeOf: (name) => t('permissionGroups.members.remove', { name }),
      }}
      failure={save.error}
      isBusy={save.isPending}
      isFixed={group.isAdministrators}
      onChange={save.mutate}
    />
  );
}
