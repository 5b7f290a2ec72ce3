import type { Permission } from '@sightline/contracts/shared/permissions';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../links/button-link.tsx';
import { Denied } from '../permissions/denied.tsx';
import { EmptyState } from '../states/empty-state.tsx';

/** The person is signed in but may not see what was asked for; says which permission is missing where that is known. */
export function NoAccessPage({
  permission,
  entityId,
}: {
  permission?: Permission | undefined;
  entityId?: string | undefined;
}) {
  const { t } = useTranslation();
  const home = <ButtonLink to="/">{t('permissions.denied.home')}</ButtonLink>;
  if (permission !== undefined)
    return (
      <Denied permission={permission} entityId={entityId}>
        {home}
      </Denied>
    );
  return (
    <EmptyState isPage title={t('permissions.denied.title')} text={t('permissions.denied.askAdministrator')}>
      {home}
    </EmptyState>
  );
}
