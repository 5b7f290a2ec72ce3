import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import type { PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { call, callKey } from '../../../platform/api/client.ts';
import { toastFailure } from '../../../ui/toasts/toast.tsx';
import { createGroupSaver, type GroupSaver, type SaverState } from './group-saver.ts';

/** What saves a group while it is on the screen, and where it stands. */
export interface OpenGroup {
  saver: GroupSaver;
  state: SaverState;
}

/** Saves changes of the group by itself; `group` is the newest reading of it. A screen shows one group for as long as it lives. */
export const useGroupSaver = (group: PermissionGroup): OpenGroup => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [saver] = useState(() => {
    const params = { id: group.id };
    return createGroupSaver({
      group,
      send: (changes, revision) => call(permissionGroupsCalls.change, { params, body: { changes, revision } }),
      read: () => call(permissionGroupsCalls.get, { params }),
      onSaved: (saved) => client.setQueryData(callKey(permissionGroupsCalls.get, { params }), saved),
      onFailed: (failure) => toastFailure(t('permissionGroups.save.failed'), failure),
    });
  });
  useEffect(() => saver.rebase(group), [saver, group]);
  useEffect(() => () => saver.stop(), [saver]);
  return { saver, state: useStore(saver.store) };
};
