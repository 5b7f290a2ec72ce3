import { Tooltip } from '@mantine/core';
import type { Permission } from '@sightline/contracts/shared/permissions';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../platform/session/may.ts';

interface MayTooltipProps {
  permission: Permission;
  /** The location, core or camera in question; absent for anywhere. */
  entityId?: string | undefined;
  /** Gets whether the person may, and disables itself with `data-disabled`, so that the keyboard still reaches the reason. */
  children: (isAllowed: boolean) => ReactElement;
}

/** A button that says why it cannot be used, where the person lacks the permission. */
export function MayTooltip({ permission, entityId, children }: MayTooltipProps) {
  const { t } = useTranslation();
  const isAllowed = useMay(permission, entityId);
  if (isAllowed) return children(true);
  return (
    <Tooltip label={t('permissions.denied.button', { permission: t(`permissions.names.${permission}`) })}>
      {children(false)}
    </Tooltip>
  );
}
