import type { PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { useQueryClient } from '@tanstack/react-query';
import { toApiError } from '../../platform/api/api-error.ts';
import { callKey } from '../../platform/api/client.ts';
import { groupById } from './group-queries.ts';

/**
 * Runs a change of the group on the revision that was read last, and keeps the answer. When somebody was quicker, the
 * group is read anew before the refusal is shown, so that a second try builds on what is there now.
 */
export const useGroupWriter = (groupId: string) => {
  const client = useQueryClient();
  const key = callKey(permissionGroupsCalls.get, { params: { id: groupId } });
  return async (write: (revision: number) => Promise<PermissionGroup>): Promise<PermissionGroup> => {
    const known = client.getQueryData<PermissionGroup>(key) ?? (await client.fetchQuery(groupById(groupId)));
    try {
      const saved = await write(known.revision);
      client.setQueryData(key, saved);
      return saved;
    } catch (failure) {
      if (toApiError(failure).code === 'conflict') await client.invalidateQueries({ queryKey: key });
      throw failure;
    }
  };
};
