import type { Door } from '@sightline/contracts/doors/door';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { listText } from '../../platform/i18n/list-text.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { refreshDoors } from './door-queries.ts';

/** Names of the rules that a refusal tells of. */
function rulesIn(failure: unknown): string[] {
  const { rules } = toApiError(failure).data;
  return Array.isArray(rules) ? rules.map((rule: { name?: unknown }) => String(rule.name)) : [];
}

interface RemoveDoorProps {
  door: Door;
  onRemoved?: () => void;
  onClose: () => void;
}

/** Asks, then deletes a door; rules that name it keep it, and are named. */
export function RemoveDoor({ door, onRemoved, onClose }: RemoveDoorProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [users, setUsers] = useState<readonly string[]>([]);
  const { id, name } = door;
  return (
    <ConfirmDialog
      title={t('doors.remove.title', { name })}
      text={users.length === 0 ? t('doors.remove.text') : t('doors.remove.usedBy', { rules: listText(users, 'and') })}
      confirmLabel={t('doors.remove.action')}
      onClose={onClose}
      onConfirm={async () => {
        try {
          await call(doorsCalls.remove, { params: { id } });
        } catch (failure) {
          setUsers(rulesIn(failure));
          throw failure;
        }
        toastSuccess({ title: t('doors.remove.done', { name }) });
        onRemoved?.();
        await refreshDoors(client);
      }}
    />
  );
}
