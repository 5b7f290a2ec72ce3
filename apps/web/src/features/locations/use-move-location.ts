import { homeCalls } from '@sightline/contracts/home/home.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { toastFailure, toastSuccess } from '../../ui/toasts/toast.tsx';

interface Move {
  location: { id: string; name: string; revision: number };
  /** The new site above; none for a site of its own. */
  parent: { id: string; name: string } | null;
}

/** Puts a site below another one, as long as nobody changed it meanwhile; says how it went. */
export const useMoveLocation = (onMoved?: () => void) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ location, parent }: Move) =>
      call(locationsCalls.update, {
        params: { id: location.id },
        body: { parentId: parent?.id ?? null, revision: location.revision },
      }),
    onSuccess: (_done, { location, parent }) => {
      toastSuccess({
        title:
          parent === null
            ? t('locations.move.doneAlone', { name: location.name })
            : t('locations.move.done', { name: location.name, parent: parent.name }),
      });
      onMoved?.();
    },
    onError: (failure, { location }) => toastFailure(t('locations.move.failed', { name: location.name }), failure),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: callKey(homeCalls.locations) });
      void client.invalidateQueries({ queryKey: callKey(locationsCalls.list) });
    },
  });
};
