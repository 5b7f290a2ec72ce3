import { useDebouncedValue } from '@mantine/hooks';
import type { PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callQuery } from '../../platform/api/client.ts';
import { GroupMembers } from './group-members.tsx';
import { useGroupWriter } from './use-group-writer.ts';

const pauseMs = 250;

/** People in the group. */
export function GroupPeople({ group }: { group: PermissionGroup }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, pauseMs);
  // What was chosen stands in the field as "Name (address)": only the name is looked for.
  const wanted = search.replace(/ \(.*$/, '').slice(0, 120);
  const found = useQuery({
    ...callQuery(usersCalls.list, { query: wanted === '' ? { limit: 50 } : { limit: 50, search: wanted } }),
    placeholderData: (last) => last,
  });
  const write = useGroupWriter(group.id);
  const save = useMutation({
    mutationFn: (users: string[]) =>
      write((revision) =>
        call(permissionGroupsCalls.setUsers, { params: { id: group.id }, body: { users, revision } }),
      ),
  });
  const member = ({ id, name, email }: { id: string; name: string; email: string }) => ({ id, name, detail: email });
  return (
    <GroupMembers
      members={group.users.map(member)}
      candidates={(found.data?.items ?? []).map(member)}
      texts={{
        add: t('permissionGroups.people.add'),
        none: t('permissionGroups.people.none'),
        noneText: t('permissionGroups.people.noneText'),
        noCandidates: t('permissionGroups.people.noCandidates'),
        removeOf: (name) => t('permissionGroups.members.remove', { name }),
      }}
      failure={save.error}
      isBusy={save.isPending}
      onSearch={setTyped}
      onChange={save.mutate}
    />
  );
}
