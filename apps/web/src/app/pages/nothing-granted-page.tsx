import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/api/client.ts';
import { useSession } from '../../platform/session/session-store.ts';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

const maxNamed = 3;

/** For a member to whom nothing was given yet: says so, and who can. It goes away with the first permission. */
export function NothingGrantedPage() {
  const { t } = useTranslation();
  const { organization } = useSession();
  const explained = useQuery({
    ...callQuery(permissionGroupsCalls.explain, { query: { permission: 'CameraView' } }),
    retry: false,
  });
  const names = (explained.data?.administrators ?? []).slice(0, maxNamed).map(({ name }) => name);
  const text =
    names.length === 0 ? t('permissions.nothing.ask') : t('permissions.nothing.askThese', { names: names.join(', ') });
  return (
    <EmptyState
      isPage
      title={t('permissions.nothing.title', { organization: organization?.orgName ?? '' })}
      text={text}
    >
      <ButtonLink to="/account/details" variant="default">
        {t('permissions.nothing.account')}
      </ButtonLink>
    </EmptyState>
  );
}
