import { ActionIcon, Tooltip } from '@mantine/core';
import type { FavouriteKind } from '@sightline/contracts/favourites/favourite';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStar } from './favourite-queries.ts';

interface StarButtonProps {
  kind: FavouriteKind;
  entityId: string;
  name: string;
  /** Edge in px. */
  size?: number;
}

/** Puts a thing among the favourites, or takes it out. */
export function StarButton({ kind, entityId, name, size = 28 }: StarButtonProps) {
  const { t } = useTranslation();
  const { isStarred, isBusy, toggle } = useStar(kind, entityId);
  if (isStarred === undefined) return null;
  const label = t(isStarred ? 'favourites.unstar' : 'favourites.star', { name });
  const Icon = isStarred ? IconStarFilled : IconStar;
  return (
    <Tooltip label={label}>
      <ActionIcon size={size} aria-label={label} aria-pressed={isStarred} loading={isBusy} onClick={toggle}>
        <Icon size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </Tooltip>
  );
}
