import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

/** The person is signed in but may not see what was asked for. */
export function NoAccessPage() {
  const { t } = useTranslation();
  return (
    <EmptyState isPage title={t('shell.noAccess.title')} text={t('shell.noAccess.detail')}>
      <ButtonLink to="/location/home">{t('shell.noAccess.action')}</ButtonLink>
    </EmptyState>
  );
}
