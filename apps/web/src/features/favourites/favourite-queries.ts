import type { FavouriteKind } from '@sightline/contracts/favourites/favourite';
import { favouritesCalls } from '@sightline/contracts/favourites/favourites.api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey, callQuery } from '../../platform/api/client.ts';
import { toastFailure } from '../../ui/toasts/toast.tsx';

/** What the person has starred and may see. */
export const useFavourites = () => useQuery(callQuery(favouritesCalls.list, {}));

/** Whether a thing is starred, and how to change that; undefined until it is known. */
export const useStar = (
  kind: FavouriteKind,
  entityId: string,
): { isStarred: boolean | undefined; isBusy: boolean; toggle: () => void } => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useFavourites();
  const isStarred = data?.items.some((item) => item.kind === kind && item.entityId === entityId);
  const change = useMutation({
    mutationFn: (star: boolean) =>
      call(star ? favouritesCalls.star : favouritesCalls.unstar, { params: { kind, entityId } }),
    onError: (failure) => toastFailure(t('favourites.failed'), failure),
    onSettled: () => client.invalidateQueries({ queryKey: callKey(favouritesCalls.list) }),
  });
  return { isStarred, isBusy: change.isPending, toggle: () => change.mutate(isStarred !== true) };
};
